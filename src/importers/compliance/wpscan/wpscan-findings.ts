// What WPScan found: known vulnerabilities of the parts of a site, old versions, and what lies open.
import type { Context } from '../../importer.ts'
import type { JsonObject } from '../../input/json.ts'
import { objectOf, objectsOf, textOf, textsOf } from '../../input/json-values.ts'
import type { Finding } from '../../report.ts'
import type { Lookup } from './wpscan-lookup.ts'
import { type Found, oldOf, partsIn, passOf, vulnerabilityOf } from './wpscan-parts.ts'

export function* findingsIn(
  report: JsonObject,
  lookup: Lookup,
  context: Context,
): Generator<Finding> {
  for (const { word, ...found } of foundIn(report, lookup)) {
    yield {
      kind: 'finding',
      category: 'wordpress',
      status: 'fail',
      severity: context.severityOf('wpscan', found.checkId, word),
      details: '',
      remediation: '',
      service: 'wordpress',
      ...found,
    }
  }
}

function* foundIn(report: JsonObject, lookup: Lookup): Generator<Found> {
  if (!lookup.isDone) yield notLookedUp(lookup.reason)
  for (const part of partsIn(report)) {
    const vulnerabilities = objectsOf(part.object['vulnerabilities'])
    for (const it of vulnerabilities) yield vulnerabilityOf(it, part)
    if (lookup.isDone && vulnerabilities.length === 0) yield passOf(part)
    const old = oldOf(part)
    if (old !== null) yield old
  }
  for (const it of objectsOf(report['interesting_findings'])) yield interestingOf(it)
  for (const { key, word, name } of LYING_OPEN) {
    const list = objectOf(report[key])
    for (const url of Object.keys(list)) {
      const severity = textOf(objectOf(list[url])['severity']) || word
      yield { word: severity, checkName: name, checkId: key, summary: `${name}: ${url}`, path: url }
    }
  }
  for (const user of Object.keys(objectOf(report['password_attack']))) yield weakPasswordOf(user)
  const users = Object.keys(objectOf(report['users']))
  if (users.length > 0) yield listedUsers(users)
}

const notLookedUp = (reason: string): Found => ({
  word: 'interesting finding',
  status: 'error',
  checkName: 'Known vulnerabilities',
  checkId: 'vuln_api',
  summary: reason,
  remediation: 'Scan with --api-token; wpscan.com/register gives a free token',
})

const LYING_OPEN = [
  { key: 'config_backups', word: 'config backup', name: 'Backup of the configuration' },
  { key: 'db_exports', word: 'database export', name: 'Export of the database' },
  { key: 'backup_folders', word: 'config backup', name: 'Folder of backups' },
  { key: 'timthumbs', word: 'interesting finding', name: 'Timthumb script' },
] as const

function interestingOf(finding: JsonObject): Found {
  const type = textOf(finding['type'])
  const text = textOf(finding['to_s'])
  const url = textOf(finding['url'])
  // Old versions say no more than the address.
  const summary = text === '' || text === url ? `${type}: ${url}` : text
  return {
    word: 'interesting finding',
    checkName: type || 'Interesting finding',
    checkId: type || 'interesting_finding',
    summary,
    details: [
      ...textsOf([finding['interesting_entries']].flat()),
      ...textsOf([objectOf(finding['references'])['url']].flat()),
    ].join('\n'),
    path: url || null,
  }
}

/** The password itself is not kept. */
const weakPasswordOf = (user: string): Found => ({
  word: 'vulnerability',
  checkName: 'Weak password',
  checkId: `password_attack/${user}`,
  summary: `The password of user ${user} was guessed`,
  remediation: 'Change it, and look for what was done with it',
})

const listedUsers = (users: readonly string[]): Found => ({
  word: 'interesting finding',
  checkName: 'Names of users',
  checkId: 'users',
  summary: `The names of ${users.length} users can be listed from outside`,
  details: users.slice(0, 1000).join('\n'),
})
