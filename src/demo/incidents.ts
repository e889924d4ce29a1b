// Incidents and red-team exercises: what moves the posture besides the scans. Days count back.
import type { Severity } from '../severity.ts'

interface Incident {
  readonly severity: Severity
  readonly opened: number
  /** null while it is open. */
  readonly closed: number | null
  readonly what: string
}

export const INCIDENTS: readonly Incident[] = [
  { severity: 'medium', opened: 113, closed: 108, what: 'A phishing mail was answered.' },
  { severity: 'low', opened: 90, closed: 86, what: 'A laptop was lost; its disk is encrypted.' },
  { severity: 'medium', opened: 84, closed: 83, what: 'rkhunter: a false alarm.' },
  { severity: 'low', opened: 71, closed: 70, what: 'A phishing mail came with an attachment.' },
  { severity: 'high', opened: 61, closed: 57, what: 'Root could log in after the upgrade.' },
  { severity: 'medium', opened: 45, closed: 33, what: 'Builds could take over the build server.' },
  { severity: 'low', opened: 38, closed: 36, what: 'A key was found in a public repository.' },
  { severity: 'critical', opened: 26, closed: 18, what: 'Webshells on the shop.' },
  { severity: 'high', opened: 26, closed: 22, what: 'Password of the shop database was readable.' },
  { severity: 'high', opened: 25, closed: 20, what: 'The shop sent spam.' },
  { severity: 'medium', opened: 16, closed: null, what: 'backup-01 does not report.' },
  { severity: 'high', opened: 3, closed: null, what: 'The bastion is open to the world.' },
  { severity: 'low', opened: 2, closed: null, what: 'A phishing mail passed the filter.' },
]

/** What a red team got out of each exercise; it stands until the next one. */
export const EXERCISES: readonly { readonly day: number; readonly score: number }[] = [
  { day: 121, score: 54 },
  { day: 98, score: 61.5 },
  { day: 63, score: 72 },
  { day: 34, score: 69.5 },
  { day: 11, score: 78 },
]
