import { titleOf } from '../../data/finding-title.ts'
import { rankOf } from '../../data/severity.ts'
import type { OpenFinding } from '../../data/wire.ts'
import { Finding } from '../../parts/finding.tsx'
import { Age } from '../../parts/moment.tsx'
import { Name } from '../../parts/name.tsx'
import { ServerLink } from '../../parts/server-link.tsx'
import { SeverityMark } from '../../parts/severity.tsx'
import type { Column } from '../../parts/table-model.ts'

export const columnsOf = (read: string): readonly Column<OpenFinding>[] => [
  {
    id: 'severity',
    header: 'Severity',
    accessorFn: (it) => rankOf(it.severity),
    cell: ({ row: { original: it } }) => <SeverityMark severity={it.severity} />,
  },
  {
    id: 'finding',
    header: 'Finding',
    meta: { isHeader: true },
    accessorFn: titleOf,
    cell: ({ row: { original: it } }) => (
      <Finding finding={it} read={read}>
        {(title) => <span className="wrap">{title}</span>}
      </Finding>
    ),
  },
  {
    id: 'server',
    header: 'Server',
    accessorFn: (it) => it.server_name,
    cell: ({ row: { original: it } }) => <ServerLink name={it.server_name} />,
  },
  {
    id: 'category',
    header: 'Category',
    accessorFn: (it) => it.check_category,
    cell: ({ row: { original: it } }) => (
      <span className="wrap">
        <Name>{it.check_category}</Name>
      </span>
    ),
  },
  {
    id: 'check',
    header: 'Check',
    accessorFn: (it) => it.check_id,
    cell: ({ row: { original: it } }) => (
      <code>
        <Name>{it.check_id}</Name>
      </code>
    ),
  },
  {
    id: 'found',
    header: 'Found',
    meta: { isNumber: true },
    sortDescFirst: true,
    accessorFn: (it) => it.detected_at,
    cell: ({ row: { original: it } }) => <Age at={it.detected_at} read={read} />,
  },
]
