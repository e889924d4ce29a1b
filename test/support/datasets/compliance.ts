import fc from 'fast-check'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../src/database/schema/tables.ts'
import * as values from './values.ts'

const SERVERS = [...values.NAMES, ...values.FOREIGN_NAMES]

type Texts = fc.Arbitrary<string>

const scan = (dates: Texts, servers: Texts) => (scan_id: fc.Arbitrary<number>) =>
  fc.record<Selectable<Tables['compliance_scans']>>({
    scan_id,
    server_name: servers,
    server_type: fc.constantFrom('aws-ec2', 'vm', 'bare metal'),
    scan_date: dates,
    scan_duration_seconds: values.counts,
    overall_score: fc.option(values.scores, { freq: 4 }),
    findings_critical: values.counts,
    findings_high: values.counts,
    findings_medium: values.counts,
    findings_low: values.counts,
    findings_pass: values.counts,
    checks_total: values.counts,
    checks_run: values.counts,
    checks_skipped: values.counts,
    metadata: values.jsonTexts,
  })

const finding = (dates: Texts, scanIds: readonly number[]) => (finding_id: fc.Arbitrary<number>) =>
  fc.record<Selectable<Tables['compliance_findings']>>({
    finding_id,
    scan_id: fc.constantFrom(...scanIds),
    check_category: fc.constantFrom('ssh', 'SSH', 'os', '__proto__', '10', '2', 'é'),
    check_name: values.texts,
    check_id: values.texts,
    status: fc.oneof(
      { weight: 3, arbitrary: fc.constant('fail') },
      fc.constantFrom('pass', 'skipped', 'FAIL'),
    ),
    severity: values.severities,
    finding_summary: values.texts,
    finding_details: values.texts,
    remediation_steps: values.texts,
    aws_resource_id: values.optionalTexts,
    aws_resource_type: values.optionalTexts,
    file_path: values.optionalTexts,
    service_name: values.optionalTexts,
    cis_benchmark: values.optionalTexts,
    aws_foundational_security: values.optionalTexts,
    nist_csf: values.optionalTexts,
    detected_at: dates,
    resolved_at: fc.option(dates, { freq: 1 }),
    resolved_by: values.optionalTexts,
    resolution_notes: values.optionalTexts,
  })

/** Only some of the scans have findings. */
export const complianceRows = (dates: Texts) =>
  values
    .fewOf(SERVERS)
    .chain((servers) => values.withIds(scan(dates, servers), ({ scan_id }) => scan_id, 24))
    .chain((compliance_scans) => {
      const scanIds = compliance_scans.slice(0, 12).map(({ scan_id }) => scan_id)
      const most = scanIds.length === 0 ? 0 : 60
      const findings = values.withIds(
        finding(dates, scanIds.length === 0 ? [0] : scanIds),
        ({ finding_id }) => finding_id,
        most,
      )
      return fc.record({
        compliance_scans: fc.constant(compliance_scans),
        compliance_findings: values.sometimesMany(findings, 1_000, (row, finding_id) => ({
          ...row,
          finding_id,
        })),
      })
    })
