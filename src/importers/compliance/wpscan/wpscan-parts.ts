// The parts of a WordPress site: the core, its themes and plugins, each with what is known of it.
import type { JsonObject } from '../../input/json.ts'
import { objectOf, objectsOf, textOf, textsOf } from '../../input/json-values.ts'
import type { Finding } from '../../report.ts'

interface Part {
  readonly id: string
  readonly label: string
  readonly object: JsonObject
}

/** What differs from finding to finding; the word decides the severity. */
export type Found = Pick<Finding, 'checkName' | 'checkId' | 'summary'> &
  Partial<Finding> & { readonly word: string }

export function partsIn(report: JsonObject): readonly Part[] {
  const theme = objectOf(report['main_theme'])
  const parts = [
    ...partOf('core', 'WordPress', objectOf(report['version'])),
    ...[theme, ...objectsOf(theme['parents'])].flatMap((it) =>
      partOf(`theme/${textOf(it['slug'])}`, `Theme ${textOf(it['slug'])}`, it),
    ),
    ...listed(report, 'themes', 'theme', 'Theme'),
    ...listed(report, 'plugins', 'plugin', 'Plugin'),
    ...listed(report, 'timthumbs', 'timthumb', 'Timthumb'),
  ]
  // The main theme is among the themes again when these are enumerated.
  return [...new Map(parts.map((part) => [part.id, part])).values()]
}

const listed = (report: JsonObject, key: string, id: string, label: string): Part[] => {
  const list = objectOf(report[key])
  return Object.keys(list).flatMap((it) =>
    partOf(`${id}/${it}`, `${label} ${it}`, objectOf(list[it])),
  )
}

const partOf = (id: string, label: string, object: JsonObject): Part[] =>
  Object.keys(object).length === 0 ? [] : [{ id, label: withVersion(label, object), object }]

function withVersion(label: string, object: JsonObject): string {
  const version = textOf(object['number']) || textOf(objectOf(object['version'])['number'])
  return version === '' ? label : `${label} ${version}`
}

export function vulnerabilityOf(vulnerability: JsonObject, { id, label, object }: Part): Found {
  const references = objectOf(vulnerability['references'])
  const [known = textOf(vulnerability['uuid'])] = textsOf([references['wpvulndb']].flat())
  const cves = textsOf([references['cve']].flat()).map((it) => `CVE-${it.replace(/^CVE-/i, '')}`)
  const title = textOf(vulnerability['title'])
  const fixed = textOf(vulnerability['fixed_in'])
  return {
    word: severityIn(objectOf(vulnerability['cvss'])),
    checkName: title || 'Known vulnerability',
    checkId: `${id}/${known || cves[0] || 'vulnerability'}`,
    summary: `${label}: ${title}`,
    details: [...cves, ...textsOf([references['url']].flat())].join('\n'),
    remediation: fixed === '' ? 'No fixed version is known' : `Update to ${fixed} or later`,
    path: textOf(object['location']) || null,
  }
}

/** WPScan itself calls nothing severe; only paid plans have scores. */
function severityIn({ score }: JsonObject): string {
  const value = typeof score === 'string' ? Number.parseFloat(score) : Number(score ?? Number.NaN)
  if (!(value > 0)) return 'vulnerability'
  return value >= 9 ? 'critical' : value >= 7 ? 'high' : value >= 4 ? 'medium' : 'low'
}

export const passOf = ({ id, label }: Part): Found => ({
  word: 'none',
  status: 'pass',
  checkName: 'Known vulnerabilities',
  checkId: `${id}/vulnerabilities`,
  summary: `${label}: no known vulnerabilities`,
})

/** A part of which there is a later version; null when there is none. */
export function oldOf({ id, label, object }: Part): Found | null {
  const status = textOf(object['status'])
  const isInsecure = status === 'insecure'
  if (!isInsecure && status !== 'outdated' && object['outdated'] !== true) return null
  const latest = textOf(object['latest_version'])
  return {
    word: isInsecure ? 'vulnerability' : 'outdated',
    checkName: isInsecure ? 'Insecure version' : 'Outdated version',
    checkId: `${id}/outdated`,
    summary: `${label} is ${isInsecure ? 'known to be insecure' : 'out of date'}`,
    remediation: latest === '' ? 'Update it' : `Update to ${latest}`,
    path: textOf(object['location']) || null,
  }
}
