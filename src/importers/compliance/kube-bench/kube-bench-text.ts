// What kube-bench prints: a line for each check, remedies in words, and a summary for each target.
// It is believed only up to the summary of all, which shows that nothing was cut off.
import { stripVTControlCharacters } from 'node:util'
import type { Input } from '../../input/input.ts'
import { linesOf } from '../../input/lines.ts'
import { countOf } from '../../number.ts'
import { Refused } from '../../refused.ts'
import { type BenchCheck, STATUSES } from './kube-bench-check.ts'

const MOST_CHECKS = 10_000
const REMEDY_CHARACTERS = 16_000

/** Those of the STIG are called V-242390; their headings have numbers. */
const CHECK = /^\[(PASS|FAIL|WARN|INFO)\] (\d{1,3}(?:\.\d{1,3}){0,5}|V-\d{1,9}) (.*)$/
const SECTION = /^== (Remediations|Summary) (\w+) ==$/
const COUNT = /^(\d{1,9}) checks (PASS|FAIL|WARN|INFO)$/
const REMEDY = /^(\d{1,3}(?:\.\d{1,3}){1,5}|V-\d{1,9}) (.*)$/

/** docker-bench-security has a dash behind its numbers. */
export function isBenchText(head: string): boolean {
  const text = stripVTControlCharacters(head)
  const isCheck = /^\[(?:PASS|FAIL|WARN|INFO)\] (?:\d{1,3}(?:\.\d{1,3}){1,5}|V-\d{1,9}) (?!- )\S/m
  return /^\[INFO\] \d{1,3} (?!- )\S/m.test(text) && isCheck.test(text)
}

type Draft = { -readonly [Key in keyof BenchCheck]: BenchCheck[Key] }

export async function benchTextOf(input: Input): Promise<readonly BenchCheck[]> {
  const checks: Draft[] = []
  let firstOfTarget = 0
  let section = ''
  let remedied: Draft | undefined
  const totals = new Map<string, number>()
  for await (const coloured of linesOf(input)) {
    const line = stripVTControlCharacters(coloured)
    const [, what, name = ''] = SECTION.exec(line) ?? []
    if (what !== undefined) {
      section = what === 'Remediations' ? what : name
      for (const check of checks.slice(firstOfTarget)) check.target ||= name
      remedied = undefined
      continue
    }
    const check = checkIn(line)
    if (check !== null) {
      if (section !== '') firstOfTarget = checks.length
      section = ''
      if (checks.length === MOST_CHECKS) throw new Refused(`it has over ${MOST_CHECKS} checks`)
      checks.push(check)
    } else if (section === 'Remediations') {
      const [, id, text = ''] = REMEDY.exec(line) ?? []
      const found = checks.slice(firstOfTarget).find((it) => it.id === id && it.remediation === '')
      remedied = found ?? remedied
      if (remedied !== undefined) addRemedy(remedied, found === undefined ? line : text)
    } else if (section === 'total') {
      const [, count = '', status] = COUNT.exec(line) ?? []
      if (status !== undefined) totals.set(status, countOf(count) ?? 0)
    }
  }
  const real = checks.filter((check, index) => !isHeading(check, checks[index + 1]))
  mustAddUp(real, totals)
  return real
}

function checkIn(line: string): Draft | null {
  const [, status, id = '', text = ''] = CHECK.exec(line) ?? []
  if (status === undefined) return null
  const isScored = !/\((?:not scored|manual)\)\s*$/i.test(text.slice(-40))
  return { id, text, status, isScored, details: '', remediation: '', benchmark: '', target: '' }
}

function addRemedy(check: Draft, line: string): void {
  if (check.remediation.length < REMEDY_CHARACTERS) check.remediation += `${line}\n`
}

/**
 * Headings are marked INFO like checks that were left out, but what they head follows. The groups of a
 * target may have other numbers than it has: of OpenShift 3 the nodes are 2, and their groups 7 and 8.
 */
const isHeading = ({ status, id }: BenchCheck, next: BenchCheck | undefined): boolean =>
  status === 'INFO' &&
  next !== undefined &&
  (next.id === id ||
    next.id.startsWith(`${id}.`) ||
    (isUndotted(id) && isUndotted(next.id) && next.status === 'INFO') ||
    (!isOfStig(id) && isOfStig(next.id)))

const isUndotted = (id: string): boolean => /^\d+$/.test(id)

const isOfStig = (id: string): boolean => id.startsWith('V-')

function mustAddUp(checks: readonly BenchCheck[], totals: ReadonlyMap<string, number>): void {
  if (totals.size !== STATUSES.size) {
    throw new Refused(
      'it has no summary of all targets, so it may have been cut; make it with kube-bench --json',
    )
  }
  for (const status of STATUSES.keys()) {
    const listed = checks.filter((it) => it.status === status).length
    if (listed === totals.get(status)) continue
    throw new Refused(
      `it lists ${listed} checks as ${status} and counts ${totals.get(status)}: a part of it is missing`,
    )
  }
}
