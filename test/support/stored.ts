// Stores reports that are in memory, without a file: what the store does is told by the rows.
import { hash } from 'node:crypto'
import { engineAt } from '../../src/database/connect.ts'
import type { ComplianceRun, Finding, Hit, MalwareRun, Report } from '../../src/importers/report.ts'
import type { StoreOptions } from '../../src/store/options.ts'
import type { Stored } from '../../src/store/outcome.ts'
import type { Source } from '../../src/store/reading/source.ts'
import { type Decided, type Decision, resolve } from '../../src/store/resolving/resolve.ts'
import { store, type Writing } from '../../src/store/store.ts'
import { PATIENCE } from '../../src/store/writing/turn.ts'
import type { TestDatabase } from './database.ts'

export const OPTIONS: StoreOptions = {
  zone: 'UTC',
  server: null,
  serverType: null,
  date: null,
  scope: [],
  thisMachine: 'here',
  fallback: { at: Date.UTC(2026, 0, 2, 3, 4, 5) / 1000, from: 'file' },
  now: Date.UTC(2026, 5, 1) / 1000,
}

const hashed = (text: string) => hash('sha256', text)

/** A line for each record, as most logs have them. */
const linesOf = (reports: readonly Report[]): string =>
  reports.map((it) => `${JSON.stringify(it)}\n`).join('')

/** `content` stands for the bytes of the file: a longer one that begins with a shorter has grown. */
export const sourceOfReports = (
  tool: string,
  reports: readonly Report[],
  content = linesOf(reports),
): Source => ({
  tool,
  name: 'report.log',
  size: content.length,
  async hashes(sizes) {
    return {
      whole: hashed(content),
      parts: new Map(sizes.map((size) => [size, hashed(content.slice(0, size))])),
    }
  },
  async *reports() {
    yield* reports
  },
})

export const storeIn = (
  url: string,
  source: Source,
  options: StoreOptions = OPTIONS,
  writing: Partial<Writing> = {},
): Promise<Stored> =>
  store(engineAt(url), source, options, { dryRun: false, patience: PATIENCE, ...writing })

export const storeReports = (
  database: TestDatabase,
  tool: string,
  reports: readonly Report[],
  options: Partial<StoreOptions> = {},
  content?: string,
): Promise<Stored> =>
  storeIn(database.url, sourceOfReports(tool, reports, content), { ...OPTIONS, ...options })

/** As a person does it by `secdash resolve`. */
export const resolveRows = (url: string, decision: Decision): Promise<Decided> =>
  resolve(engineAt(url), decision, PATIENCE)

/** Seconds since 1970 of noon of a day in March 2026. */
export const march = (day: number): number => Date.UTC(2026, 2, day, 12) / 1000

export const hit = (path: string, more: Partial<Hit> = {}): Hit => ({
  kind: 'hit',
  path,
  signature: 'Php.Webshell-1',
  severity: 'critical',
  action: 'none',
  ...more,
})

export const malwareRun = (day: number, more: Partial<MalwareRun> = {}): MalwareRun => ({
  kind: 'malware-run',
  scanType: 'clamav',
  toolVersion: '1.4.6',
  host: 'web01.example.org',
  startedAt: march(day),
  status: 'clean',
  files: 10,
  infections: 0,
  seconds: 3,
  summary: {},
  covers: null,
  complete: true,
  open: false,
  ...more,
})

export const finding = (checkId: string, more: Partial<Finding> = {}): Finding => ({
  kind: 'finding',
  category: 'os',
  checkName: checkId,
  checkId,
  status: 'fail',
  severity: 'high',
  summary: 'summary',
  details: 'details',
  remediation: 'remedy',
  ...more,
})

export const complianceRun = (day: number, more: Partial<ComplianceRun> = {}): ComplianceRun => ({
  kind: 'compliance-run',
  toolVersion: '3.0',
  host: 'web01',
  serverType: 'linux',
  startedAt: march(day),
  seconds: 5,
  metadata: {},
  ...more,
})

/** From when to when each detection is open, in the order in which they were made. */
export const spans = ({ db }: TestDatabase) =>
  db
    .selectFrom('malware_detections')
    .select(['detected_at', 'resolved_at'])
    .orderBy('detection_id')
    .execute()
