// Reads a report with one importer, without a database.
import { join } from 'node:path'
import { contextOf, type Given } from '../../src/importers/context.ts'
import type { Context } from '../../src/importers/importer.ts'
import { fileInput, type Input } from '../../src/importers/input/input.ts'
import { importerOf } from '../../src/importers/registry.ts'
import type {
  ComplianceRun,
  Finding,
  Hit,
  MalwareRun,
  PostureReport,
  Report,
} from '../../src/importers/report.ts'
import type { SeverityRules } from '../../src/importers/severities.ts'
import { memoryInput } from './memory-input.ts'

export interface Imported {
  readonly reports: readonly Report[]
  readonly hits: readonly Hit[]
  readonly cleanFiles: readonly string[]
  readonly malwareRuns: readonly MalwareRun[]
  readonly findings: readonly Finding[]
  readonly complianceRuns: readonly ComplianceRun[]
  readonly postures: readonly PostureReport[]
  readonly remarks: readonly string[]
}

export interface ImportOptions {
  readonly zone?: string
  readonly severities?: SeverityRules
}

/** As of an import in which nothing was said but the server, and no time lies in the future. */
export const importContext = (given: Partial<Given> = {}): Context =>
  contextOf({
    zone: 'UTC',
    isZoneSaid: false,
    isServerSaid: true,
    latest: Number.POSITIVE_INFINITY,
    severities: {},
    onRemark() {},
    ...given,
  })

/** `content` is the report itself; rejects with Refused as the importer does. */
export const imported = (
  tool: string,
  content: string | Uint8Array,
  options: ImportOptions = {},
): Promise<Imported> => importedInput(tool, memoryInput('report', content), options)

export const importedFile = async (
  tool: string,
  path: string,
  options: ImportOptions = {},
): Promise<Imported> => importedInput(tool, await fileInput(path, path), options)

async function importedInput(
  tool: string,
  input: Input,
  { zone = 'UTC', severities = {} }: ImportOptions,
): Promise<Imported> {
  const importer = importerOf(tool)
  if (importer === undefined) throw new Error(`there is no importer ${tool}`)
  const remarks: string[] = []
  const context = importContext({ zone, severities, onRemark: (text) => remarks.push(text) })
  const reports: Report[] = []
  for await (const report of importer.read(input, context)) reports.push(report)
  const of = <Kind extends Report['kind']>(kind: Kind) =>
    reports.filter((it): it is Extract<Report, { kind: Kind }> => it.kind === kind)
  return {
    reports,
    hits: of('hit'),
    cleanFiles: of('clean-file').map(({ path }) => path),
    malwareRuns: of('malware-run'),
    findings: of('finding'),
    complianceRuns: of('compliance-run'),
    postures: of('posture'),
    remarks,
  }
}

/** A report that the project holds. */
export const ownReport = (name: string): string => join(import.meta.dirname, '..', 'reports', name)
