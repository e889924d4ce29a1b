// How severe something is, where the scanner does not say so in our four words. The first rule
// that matches decides, so within a group the most severe come first. An operator's own rules come
// before these.
import type { Severity } from '../severity.ts'

/** A pattern (any case; * is anything) and the severity of what it matches. */
type SeverityRule = readonly [pattern: string, severity: Severity]

/** By tool, or by what a tool is about: those of the tool come first. */
export type SeverityRules = Readonly<Record<string, readonly SeverityRule[]>>

export const SEVERITY_RULES = {
  // the name of the signature
  malware: [
    ['*ransom*', 'critical'],
    ['*rootkit*', 'critical'],
    ['*backdoor*', 'critical'],
    ['*webshell*', 'critical'],
    ['*cmdshell*', 'critical'],
    ['*worm*', 'critical'],
    ['*botnet*', 'critical'],
    ['*eicar*', 'low'],
    ['*test.file*', 'low'],
    ['pua.*', 'low'],
    ['*adware*', 'low'],
    ['heuristics.encrypted.*', 'low'],
    ['heuristics.limits.exceeded*', 'low'],
    ['heuristics.structured.*', 'low'],
    ['heuristics.broken.*', 'low'],
    ['heuristics.ole2.containsmacros*', 'low'],
    ['*phish*', 'medium'],
    ['*spam*', 'medium'],
    ['*packed*', 'medium'],
    ['*suspicious*', 'medium'],
    ['*', 'high'],
  ],
  // what kind of warning it is
  rkhunter: [
    ['possible rootkit', 'critical'],
    ['file properties changed', 'medium'],
    ['uid 0 account', 'medium'],
    ['hidden file', 'low'],
  ],
  chkrootkit: [
    ['infected', 'critical'],
    ['possible rootkit', 'critical'],
  ],
  // the severity that the rule's author gave it
  yara: [
    ['severity critical', 'critical'],
    ['severity high', 'high'],
    ['severity medium', 'medium'],
    ['severity low', 'low'],
  ],
  // the word that the tool uses
  compliance: [
    ['critical', 'critical'],
    ['high', 'high'],
    ['medium', 'medium'],
    ['moderate', 'medium'],
    ['low', 'low'],
    ['*', 'low'],
  ],
  lynis: [
    ['warning', 'high'],
    ['suggestion', 'low'],
  ],
  'docker-bench': [['warn', 'medium']],
  'kube-bench': [
    ['scored', 'high'],
    ['not scored', 'medium'],
  ],
  wpscan: [
    ['vulnerability', 'high'],
    ['config backup', 'high'],
    ['database export', 'high'],
    ['outdated', 'medium'],
    ['interesting finding', 'low'],
  ],
} as const satisfies SeverityRules

/** `groups` from the most particular to the most general; the last rule of the last matches all. */
export function severityBy(
  rules: readonly SeverityRules[],
  groups: readonly string[],
  subjects: readonly string[],
): Severity {
  for (const table of rules) {
    for (const group of groups) {
      const rule = table[group]?.find(([pattern]) => subjects.some(matcher(pattern)))
      if (rule !== undefined) return rule[1]
    }
  }
  throw new Error(`no severity rule for ${groups.join(', ')}`)
}

const matchers = new Map<string, (subject: string) => boolean>()

function matcher(pattern: string): (subject: string) => boolean {
  let matches = matchers.get(pattern)
  if (matches === undefined) {
    const parts = pattern.split('*').map(RegExp.escape)
    const expression = new RegExp(`^${parts.join('.*')}$`, 'is')
    matches = (subject) => expression.test(subject)
    matchers.set(pattern, matches)
  }
  return matches
}
