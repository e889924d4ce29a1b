// One list for what hurts most, wherever it was found.
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { Answer } from '../../data/answers.ts'
import { titleOf } from '../../data/finding-title.ts'
import { PATH_LETTERS } from '../../data/long-text.ts'
import { plural } from '../../data/numbers.ts'
import { rankOf, total } from '../../data/severity.ts'
import type {
  Detection,
  Findings,
  Malware,
  OpenFinding,
  Severity,
  Summary,
} from '../../data/wire.ts'
import { Folded } from '../../parts/folded.tsx'
import { Age } from '../../parts/moment.tsx'
import { Name } from '../../parts/name.tsx'
import { Panel } from '../../parts/panel.tsx'
import { PlainTable } from '../../parts/plain-table.tsx'
import { ServerLink } from '../../parts/server-link.tsx'
import { SeverityMark } from '../../parts/severity.tsx'
import { Empty, Shown } from '../../parts/shown.tsx'
import type { Column } from '../../parts/table-model.ts'

const MOST = 10

interface Item {
  readonly key: string
  readonly severity: Severity
  readonly since: string
  readonly read: string
  readonly finding?: OpenFinding
  readonly detection?: Detection
}

interface FixFirstProps {
  readonly findings: Answer<Findings>
  readonly malware: Answer<Malware>
  readonly summary: Answer<Summary>
}

export function FixFirst({ findings, malware, summary }: FixFirstProps) {
  const items = useMemo(
    () => [...malwareItems(malware.body), ...findingItems(findings.body)].sort(bySeverity),
    [malware.body, findings.body],
  )
  const needed: readonly Answer<unknown>[] = [malware, findings]
  // That nothing is open says something only where somebody looked.
  const missing = (items.length === 0 ? [...needed, summary] : needed).find(
    (it) => it.body === undefined,
  )
  const detected = seen(
    malware.body && total(malware.body.severity_counts),
    malware.body?.latest_scans.length,
  )
  const found = seen(findings.body?.total_findings, summary.body?.total_servers)
  return (
    <Panel
      title="Fix first"
      aside={
        <>
          <Link to="/malware">{open(detected, 'active detection')}</Link>,{' '}
          <Link to="/findings">{open(found, 'open finding')}</Link>
        </>
      }
    >
      {missing !== undefined && (items.length === 0 || missing.trouble === null) ? (
        <Shown of={missing} room={4}>
          {() => null}
        </Shown>
      ) : items.length === 0 ? (
        <Empty room={2}>{nothing(malware.body, summary.body)}</Empty>
      ) : (
        <PlainTable
          caption="The most severe of what is open"
          columns={COLUMNS}
          rows={items.slice(0, MOST)}
          keyOf={(it) => it.key}
          className="stacks unsorted"
        />
      )}
      {items.length > 0 && missing?.trouble && (
        <p className="panel-note">Without {missing.what}, which could not be read.</p>
      )}
    </Panel>
  )
}

/** That nobody looked is not that all is well. */
function nothing(malware: Malware | undefined, summary: Summary | undefined) {
  const unseen = malware?.latest_scans.length === 0
  if (summary?.total_servers === 0) {
    return unseen ? (
      <strong>Nothing has ever been scanned: what to fix is not known.</strong>
    ) : (
      'No detection is active. No server has ever been scanned.'
    )
  }
  return unseen ? 'No finding is open. No malware scan has ever been recorded.' : 'Nothing is open.'
}

/** That there are none says something only where somebody is known to have looked. */
const seen = (n: number | undefined, looked: number | undefined): number | undefined =>
  n === 0 && !looked ? undefined : n

const open = (n: number | undefined, what: string): string =>
  n === undefined ? `${what}s` : plural(n, what)

const malwareItems = (body: Malware | undefined): Item[] =>
  (body?.active_detections ?? []).map((detection) => ({
    key: `detection ${detection.detection_id}`,
    severity: detection.severity,
    since: detection.detected_at,
    read: body?.timestamp ?? '',
    detection,
  }))

const findingItems = (body: Findings | undefined): Item[] =>
  (body?.findings ?? []).slice(0, MOST).map((finding) => ({
    key: `finding ${finding.finding_id}`,
    severity: finding.severity,
    since: finding.detected_at,
    read: body?.timestamp ?? '',
    finding,
  }))

/** The sort is stable: among equals malware comes first, then the newest. */
const bySeverity = (a: Item, b: Item) => rankOf(a.severity) - rankOf(b.severity)

const COLUMNS: readonly Column<Item>[] = [
  {
    id: 'severity',
    header: 'Severity',
    cell: ({ row: { original: it } }) => <SeverityMark severity={it.severity} />,
  },
  {
    id: 'what',
    header: 'What',
    meta: { isHeader: true },
    cell: ({
      row: {
        original: { finding, detection },
      },
    }) => (
      <span className="wrap">
        <Folded>{finding ? titleOf(finding) : (detection?.malware_signature ?? '')}</Folded>
      </span>
    ),
  },
  {
    id: 'where',
    header: 'Where',
    cell: ({
      row: {
        original: { finding, detection },
      },
    }) =>
      finding === undefined ? (
        <code>
          <Name most={PATH_LETTERS}>{detection?.file_path ?? ''}</Name>
        </code>
      ) : (
        <ServerLink name={finding.server_name} />
      ),
  },
  {
    id: 'since',
    header: 'Found',
    meta: { isNumber: true },
    cell: ({ row: { original: it } }) => <Age at={it.since} read={it.read} />,
  },
]
