// Scans of servers and what they found. The findings of a scan are drawn from a stream of their own,
// so that the counters of the scan and the findings themselves can be made one after the other.
import { chance, oneOf } from './chance.ts'
import { DAY_SECONDS, dateBefore } from './dates.ts'
import type { Filling, Row } from './filling.ts'
import type { Size } from './sizes.ts'

/** Every failure of these last days is active; of the older ones, a few that nobody resolved. */
const FRESH_DAYS = 14
const FORGOTTEN_PERCENT = 11

const CATEGORIES = ['aws', 'os', 'ssh', 'docker', 'wordpress'] as const
const TYPES = ['aws-ec2', 'aws-ec2', 'bare-metal', 'container-host'] as const
const SEVERITIES = ['critical', 'high', 'high', 'medium', 'medium', 'medium', 'low', 'low'] as const

interface Finding {
  readonly category: string
  readonly check: number
  readonly severity: (typeof SEVERITIES)[number]
  readonly failed: boolean
  readonly forgotten: boolean
}

/** Scans are numbered by day, oldest first, then by server. */
const countOf = ({ servers, days, findings }: Size, scan: number): number => {
  const scans = servers * days
  return Math.floor(((scan + 1) * findings) / scans) - Math.floor((scan * findings) / scans)
}

function findingsOf(size: Size, seed: number, scan: number): Finding[] {
  const next = chance(seed, scan)
  return Array.from({ length: countOf(size, scan) }, () => ({
    category: oneOf(CATEGORIES, next),
    check: next(40),
    severity: oneOf(SEVERITIES, next),
    failed: next(100) < 70,
    forgotten: next(100) < FORGOTTEN_PERCENT,
  }))
}

const secondsAgo = ({ servers, days }: Size, scan: number): number =>
  (days - 1 - Math.floor(scan / servers)) * DAY_SECONDS + 3600 + (scan % servers)

const serverOf = ({ servers }: Size, scan: number): number => scan % servers

export function* complianceScans({ size, seed, newestMs }: Filling): Generator<Row> {
  for (let scan = 0; scan < size.servers * size.days; scan++) {
    const findings = findingsOf(size, seed, scan)
    const server = serverOf(size, scan)
    const failed = (severity: string) =>
      findings.filter((it) => it.failed && it.severity === severity).length
    const passed = findings.filter((it) => !it.failed).length
    yield [
      scan + 1,
      `web-${String(server).padStart(4, '0')}`,
      TYPES[server % TYPES.length] ?? TYPES[0],
      dateBefore(newestMs, secondsAgo(size, scan)),
      30 + (scan % 90),
      Math.round((10_000 * passed) / findings.length) / 100,
      failed('critical'),
      failed('high'),
      failed('medium'),
      failed('low'),
      passed,
      findings.length,
      findings.length,
      0,
      `{"region": "eu-central-1", "instance_id": "i-${String(server).padStart(8, '0')}", "scanner_version": "2.4.1"}`,
    ]
  }
}

export function* complianceFindings({ size, seed, newestMs }: Filling): Generator<Row> {
  let id = 0
  for (let scan = 0; scan < size.servers * size.days; scan++) {
    const ago = secondsAgo(size, scan)
    const found = dateBefore(newestMs, ago)
    const isFresh = ago < FRESH_DAYS * DAY_SECONDS
    const resolved = dateBefore(newestMs, Math.max(0, ago - 5 * DAY_SECONDS))
    for (const { category, check, severity, failed, forgotten } of findingsOf(size, seed, scan)) {
      id += 1
      const isResolved = failed && !isFresh && !forgotten
      yield [
        id,
        scan + 1,
        category,
        `${category} check ${check}: configuration follows the baseline`,
        `${category.toUpperCase()}-${check}`,
        failed ? 'fail' : 'pass',
        severity,
        `${category} check ${check} ${failed ? 'does not follow' : 'follows'} the baseline`,
        `Expected the value of the baseline, found another one in section ${check} of the file.`,
        `Set the value as the baseline says, reload the service, and scan again.`,
        category === 'aws' ? `arn:aws:ec2:eu-central-1:123456789012:instance/i-${scan}` : null,
        category === 'aws' ? 'AWS::EC2::Instance' : null,
        category === 'aws' ? null : `/etc/${category}/section-${check}.conf`,
        category === 'aws' ? null : category,
        `CIS ${check % 9}.${check}`,
        category === 'aws' ? `EC2.${check}` : null,
        `PR.AC-${check % 7}`,
        found,
        isResolved ? resolved : null,
        isResolved ? 'admin' : null,
        isResolved ? 'configuration corrected' : null,
      ]
    }
  }
}
