import { refine } from '../data/address.ts'
import { shortName } from '../data/long-text.ts'

interface FilterProps {
  readonly name: string
  readonly all: string
  readonly chosen: string | null
  readonly values: readonly string[]
}

/**
 * One of many, kept in the address. What that asks for is offered, also where no data has it. Values are
 * told apart from what is shown: a text alone would lose its blanks.
 */
export const Filter = ({ name, all, chosen, values }: FilterProps) => (
  <label>
    <span className="capital">{name}</span>
    <select value={chosen ?? ''} onChange={(event) => refine({ [name]: event.target.value })}>
      <option value="">{all}</option>
      {chosen !== null && !values.includes(chosen) && (
        <option value={chosen}>{shortName(chosen)}</option>
      )}
      {values.map((it) => (
        <option key={it} value={it}>
          {shortName(it)}
        </option>
      ))}
    </select>
  </label>
)
