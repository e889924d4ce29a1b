import type { OpenFinding, ServerFinding } from '../data/wire.ts'
import { Moment } from './moment.tsx'
import { Pairs } from './pairs.tsx'

type Finding = Omit<OpenFinding, 'server_name' | 'server_type' | 'scan_date'> &
  Partial<ServerFinding>

/** Everything that is known of a finding and was not said in its row. */
export function FindingDetails({ finding: it, read }: { finding: Finding; read: string }) {
  return (
    <div className="finding-details">
      {it.finding_details !== '' && <p className="prose">{it.finding_details}</p>}
      {it.remediation_steps !== '' && (
        <>
          <h3>What to do</h3>
          <p className="prose">{it.remediation_steps}</p>
        </>
      )}
      <Pairs
        of={known({
          check: `${it.check_id} ${it.check_name}`,
          file: it.file_path,
          service: it.service_name,
          resource: it.aws_resource_id,
          'resource type': it.aws_resource_type,
          'CIS benchmark': it.cis_benchmark,
          'AWS foundational': it.aws_foundational_security,
          'NIST CSF': it.nist_csf,
          found: <Moment at={it.detected_at} read={read} />,
          resolved: it.resolved_at && <Moment at={it.resolved_at} read={read} />,
          'resolved by': it.resolved_by,
          notes: it.resolution_notes,
          // With no comma in it: it is there to be copied.
          id: String(it.finding_id),
        })}
      />
    </div>
  )
}

const known = (pairs: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(pairs).filter(([, value]) => Boolean(value)))
