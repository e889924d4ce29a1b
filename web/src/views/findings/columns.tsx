import { rankOf } from '../../data/severity.ts'
import type { OpenFinding } from '../../data/wire.ts'
import { FindingDetails } from '../../parts/finding-details.tsx'
import { Age } from '../../parts/moment.tsx'
import { ServerLink } from '../../parts/server-link.tsx'
import { SeverityMark } from '../../parts/severity.tsx'
import type { Column } from '../../parts/table.tsx'

export const columnsOf = (read: string): readonly Column<OpenFinding>[] => [
  {
    id: 'severity',
    title: 'Severity',
    order: (it) => rankOf(it.severity),
    cell: (it) => <SeverityMark severity={it.severity} />,
  },
  {
    id: 'finding',
    title: 'Finding',
    isHeader: true,
    order: (it) => it.finding_summary || it.check_name,
    cell: (it) => (
      <details className="finding">
        <summary className="wrap">{it.finding_summary || it.check_name}</summary>
        <FindingDetails finding={it} read={read} />
      </details>
    ),
  },
  {
    id: 'server',
    title: 'Server',
    order: (it) => it.server_name,
    cell: (it) => <ServerLink name={it.server_name} />,
  },
  {
    id: 'category',
    title: 'Category',
    order: (it) => it.check_category,
    cell: (it) => <span className="wrap">{it.check_category}</span>,
  },
  {
    id: 'check',
    title: 'Check',
    order: (it) => it.check_id,
    cell: (it) => <code>{it.check_id}</code>,
  },
  {
    id: 'found',
    title: 'Found',
    isNumber: true,
    startsDown: true,
    order: (it) => it.detected_at,
    cell: (it) => <Age at={it.detected_at} read={read} />,
  },
]
