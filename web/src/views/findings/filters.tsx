import { refine, useFilters } from '../../data/address.ts'
import type { FindingFilters } from '../../data/answers.ts'
import { SEVERITIES } from '../../data/severity.ts'
import { Filter } from '../../parts/filter.tsx'

interface FiltersProps {
  readonly filters: FindingFilters
  readonly servers: readonly string[]
  readonly categories: readonly string[]
}

export function Filters({ filters, servers, categories }: FiltersProps) {
  const search = useFilters()
  return (
    <div className="filters">
      <Filter name="severity" all="all severities" chosen={filters.severity} values={SEVERITIES} />
      <Filter name="category" all="all categories" chosen={filters.category} values={categories} />
      <Filter name="server" all="all servers" chosen={filters.server} values={servers} />
      <label>
        Search in these
        <input
          type="search"
          value={search.get('q') ?? ''}
          placeholder="summary, check, server"
          onChange={(event) => refine({ q: event.target.value })}
        />
      </label>
    </div>
  )
}
