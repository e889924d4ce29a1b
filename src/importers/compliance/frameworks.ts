// Which requirements of which benchmark a check stands for, as Prowler and Security Hub say it.

/** By framework, as in CIS-1.5: its requirements, several joined by a comma. */
export type Frameworks = ReadonlyMap<string, string>

const CIS = /^CIS-(\d+(?:\.\d+)*)$/
const NIST_CSF = /^NIST-CSF-(\d+(?:\.\d+)*)$/
const FOUNDATIONAL = 'AWS-Foundational-Security-Best-Practices'

/** `CIS-1.5: 1.20 | NIST-CSF-1.1: ac_5, ds_2` or, one a text, the parts of it. */
export function writtenFrameworks(parts: readonly string[]): Frameworks {
  const pairs = parts.map((part) => {
    const colon = part.indexOf(': ')
    return colon === -1 ? ([part, ''] as const) : pairAt(part, colon, 2)
  })
  return new Map(pairs)
}

/** `CIS-1.5 2.1.1 2.1.2`, as in RelatedRequirements of Prowler. */
export function spacedFrameworks(parts: readonly string[]): Frameworks {
  const pairs = parts.map((part) => {
    const space = part.indexOf(' ')
    if (space === -1) return [part, ''] as const
    const [framework, requirements] = pairAt(part, space, 1)
    return [framework, requirements.split(' ').join(', ')] as const
  })
  return new Map(pairs)
}

const pairAt = (part: string, at: number, length: number): readonly [string, string] => [
  part.slice(0, at),
  part.slice(at + length),
]

/** Of several versions the highest: `CIS-3.0 1.20`. */
export function cisOf(frameworks: Frameworks): string | null {
  const [framework, requirements] = newest(frameworks, CIS) ?? []
  return framework === undefined ? null : `${framework} ${requirements}`.trim()
}

export const nistCsfOf = (frameworks: Frameworks): string | null =>
  newest(frameworks, NIST_CSF)?.[1] ?? null

export const foundationalOf = (frameworks: Frameworks): string | null =>
  frameworks.get(FOUNDATIONAL) ?? null

function newest(frameworks: Frameworks, pattern: RegExp): readonly [string, string] | undefined {
  const version = (framework: string): string => pattern.exec(framework)?.[1] ?? ''
  return [...frameworks]
    .filter(([framework]) => pattern.test(framework))
    .reduce<readonly [string, string] | undefined>(
      (best, it) => (best === undefined || isNewer(version(it[0]), version(best[0])) ? it : best),
      undefined,
    )
}

/** 1.10 comes after 1.9. */
export function isNewer(version: string, than: string): boolean {
  const parts = version.split('.').map(Number)
  const others = than.split('.').map(Number)
  for (let at = 0; at < Math.max(parts.length, others.length); at++) {
    const difference = (parts[at] ?? 0) - (others[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
