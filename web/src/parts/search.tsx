import { refine, useFilter } from '../data/address.ts'

/** What the address says is searched for. */
export const useWanted = (): string => useFilter('q') ?? ''

interface SearchProps {
  readonly label?: string
  /** The texts that are searched. */
  readonly within: string
}

export const Search = ({ label = 'Search', within }: SearchProps) => (
  <label>
    {label}
    <input
      type="search"
      value={useWanted()}
      placeholder={within}
      onChange={(event) => refine({ q: event.target.value })}
    />
  </label>
)
