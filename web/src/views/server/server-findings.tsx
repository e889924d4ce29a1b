// All checks of one scan by category; the filters are in the address.
import { useMemo } from 'react'
import { refine, useFilter } from '../../data/address.ts'
import { shortName } from '../../data/long-text.ts'
import { count, plural } from '../../data/numbers.ts'
import { SEVERITIES } from '../../data/severity.ts'
import type { ServerFinding } from '../../data/wire.ts'
import { Filter } from '../../parts/filter.tsx'
import { Finding } from '../../parts/finding.tsx'
import { Name } from '../../parts/name.tsx'
import { Search, useWanted } from '../../parts/search.tsx'
import { StatusMark } from '../../parts/severity.tsx'
import { Empty } from '../../parts/shown.tsx'

interface ServerFindingsProps {
  readonly findings: readonly ServerFinding[]
  readonly read: string
}

const ALL = 'all'
const OPEN = 'open'

export function ServerFindings({ findings, read }: ServerFindingsProps) {
  const status = useFilter('status') ?? OPEN
  const [severity, category] = [useFilter('severity'), useFilter('category')]
  const wanted = useWanted().trim().toLowerCase()
  const statuses = useMemo(() => [...new Set(findings.map((it) => it.status))].sort(), [findings])
  const names = useMemo(
    () => [...new Set(findings.map((it) => it.check_category))].sort(),
    [findings],
  )
  const shown = findings.filter(
    (it) =>
      isOf(it, status) &&
      (severity === null || it.severity === severity) &&
      (category === null || it.check_category === category) &&
      [it.finding_summary, it.check_name, it.check_id, it.finding_details].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
  )
  const categories = [...Map.groupBy(shown, (it) => it.check_category)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  if (findings.length === 0) return <Empty room={2}>This scan holds no single checks.</Empty>
  return (
    <>
      <div className="filters">
        <label>
          Status
          <select
            value={status}
            onChange={(event) =>
              refine({ status: event.target.value === OPEN ? null : event.target.value })
            }
          >
            <option value={OPEN}>open: failed and not resolved</option>
            <option value={ALL}>all checks</option>
            {![OPEN, ALL, ...statuses].includes(status) && (
              <option value={status}>{shortName(status)}</option>
            )}
            {statuses.map((it) => (
              <option key={it} value={it}>
                {shortName(it)}
              </option>
            ))}
          </select>
        </label>
        <Filter name="severity" all="all severities" chosen={severity} values={SEVERITIES} />
        <Filter name="category" all="all categories" chosen={category} values={names} />
        <Search within="summary, check" />
        <p className="end quiet small" aria-live="polite">
          {count(shown.length)} of {plural(findings.length, 'check')} shown
        </p>
      </div>
      {shown.length === 0 && <Empty>Nothing matches.</Empty>}
      <div className="categories">
        {categories.map(([category, ofCategory]) => (
          <section key={category} aria-label={category}>
            <h3 className="category">
              <Name>{category}</Name> <span className="quiet">{count(ofCategory.length)}</span>
            </h3>
            <ul className="checks">
              {ofCategory.map((it) => (
                <li key={it.finding_id}>
                  <Check finding={it} read={read} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

const isOf = (it: ServerFinding, status: string): boolean =>
  status === ALL || (status === OPEN ? it.status === 'fail' && !it.resolved : it.status === status)

const Check = ({ finding: it, read }: { finding: ServerFinding; read: string }) => (
  <Finding finding={it} read={read}>
    {(title) => (
      <>
        <StatusMark status={it.status} severity={it.severity} />
        <span className="quiet">{it.severity}</span>
        <span className="wrap">
          {title}
          {it.resolved && <span className="quiet"> (resolved)</span>}
        </span>
      </>
    )}
  </Finding>
)
