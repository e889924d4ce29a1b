import type { FindingFilters } from '../../data/answers.ts'
import { SEVERITIES } from '../../data/severity.ts'
import { Filter } from '../../parts/filter.tsx'
import { Search } from '../../parts/search.tsx'

interface FiltersProps {
  readonly filters: FindingFilters
  readonly servers: readonly string[]
  readonly categories: readonly string[]
}

export function Filters({ filters, servers, categories }: FiltersProps) {
  return (
    <div className="filters">
      <Filter name="severity" all="all severities" chosen={filters.severity} values={SEVERITIES} />
      <Filter name="category" all="all categories" chosen={filters.category} values={categories} />
      <Filter name="server" all="all servers" chosen={filters.server} values={servers} />
      <Search label="Search in these" within="summary, check, server" />
    </div>
  )
}
