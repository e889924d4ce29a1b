// The findings files that Prowler 2 to 5 write as CSV, told apart by their columns.
import { type CsvForm, type CsvRecord, csvHeaderOf } from '../../input/csv.ts'
import { writtenFrameworks } from '../frameworks.ts'
import { type ProwlerResult, remedyOf, titledCheck } from './prowler-result.ts'

interface ProwlerCsv {
  readonly form: CsvForm
  resultOf(record: CsvRecord): ProwlerResult
}

/** Null when it is no findings file of Prowler. */
export function prowlerCsvOf(head: string): ProwlerCsv | null {
  const { delimiter, names } = csvHeaderOf(head)
  const variant = VARIANTS.find(({ required }) => required.every((name) => names.includes(name)))
  if (variant === undefined) return null
  const { required, bareQuotes = false, resultOf } = variant
  return { form: { delimiter, required, bareQuotes }, resultOf }
}

/** `…_cis_6.0_aws.csv`: one line for each requirement and check, without severities. */
export const isProwlerCompliance = (head: string): boolean =>
  csvHeaderOf(head).names.some((name) => name.toUpperCase().startsWith('REQUIREMENTS_'))

interface Variant extends Pick<CsvForm, 'required' | 'bareQuotes'> {
  readonly resultOf: (record: CsvRecord) => ProwlerResult
}

const RESULT = ['PROVIDER', 'CHECK_ID', 'CHECK_TITLE', 'STATUS', 'STATUS_EXTENDED', 'SEVERITY']

const VARIANTS: readonly Variant[] = [
  {
    // 4 and 5
    required: [...RESULT, 'TIMESTAMP', 'ACCOUNT_UID'],
    resultOf: (record) => {
      const cell = cellsOf(record)
      return {
        ...commonOf(record),
        account: cell('ACCOUNT_UID'),
        startedAt: cell('TIMESTAMP'),
        isMuted: cell('MUTED').toLowerCase() === 'true',
        resource: cell('RESOURCE_UID'),
      }
    },
  },
  {
    // 3; accounts are called differently by each provider
    required: [...RESULT, 'ASSESSMENT_START_TIME'],
    resultOf: (record) => {
      const cell = cellsOf(record)
      return {
        ...commonOf(record),
        account: accountNumber(
          cell('ACCOUNT_ID') || cell('SUBSCRIPTION') || cell('PROJECT_ID'),
          cell('PROVIDER'),
        ),
        startedAt: cell('ASSESSMENT_START_TIME'),
        isMuted: false,
        resource: cell('RESOURCE_ARN') || cell('RESOURCE_ID'),
      }
    },
  },
  {
    // 2.4 to 2.12
    required: ['ACCOUNT_NUM', 'TITLE_ID', 'CHECK_RESULT', 'TITLE_TEXT', 'CHECK_RESULT_EXTENDED'],
    bareQuotes: true,
    resultOf: (record) => secondOf(record, 'CHECK_RESULT', 'CHECK_RESULT_EXTENDED'),
  },
  {
    // 2.0 to 2.3
    required: ['ACCOUNT_NUM', 'TITLE_ID', 'RESULT', 'TITLE_TEXT', 'NOTES'],
    bareQuotes: true,
    resultOf: (record) => secondOf(record, 'RESULT', 'NOTES'),
  },
]

const cellsOf =
  (record: CsvRecord) =>
  (name: string): string =>
    record[name] ?? ''

function commonOf(record: CsvRecord) {
  const cell = cellsOf(record)
  return {
    provider: cell('PROVIDER'),
    region: cell('REGION') || cell('LOCATION'),
    version: cell('PROWLER_VERSION'),
    checkId: cell('CHECK_ID'),
    title: cell('CHECK_TITLE'),
    status: cell('STATUS'),
    summary: cell('STATUS_EXTENDED'),
    details: cell('RISK') || cell('DESCRIPTION'),
    remediation: remedyOf(
      cell('REMEDIATION_RECOMMENDATION_TEXT'),
      cell('REMEDIATION_RECOMMENDATION_URL'),
    ),
    severity: cell('SEVERITY'),
    service: cell('SERVICE_NAME'),
    resourceType: cell('RESOURCE_TYPE'),
    frameworks: writtenFrameworks(cell('COMPLIANCE').split(' | ')),
  }
}

function secondOf(record: CsvRecord, status: string, summary: string): ProwlerResult {
  const cell = cellsOf(record)
  return {
    provider: 'aws',
    account: cell('ACCOUNT_NUM'),
    region: cell('REGION'),
    startedAt: cell('PROWLER_START_TIME') || undefined,
    version: '',
    ...titledCheck(cell('TITLE_ID'), cell('TITLE_TEXT')),
    status: cell(status),
    isMuted: false,
    summary: cell(summary),
    details: cell('CHECK_RISK'),
    remediation: remedyOf(cell('CHECK_REMEDIATION'), cell('CHECK_DOC')),
    severity: cell('CHECK_SEVERITY'),
    service: cell('CHECK_SERVICENAME'),
    resource: cell('CHECK_RESOURCE_ID'),
    resourceType: cell('CHECK_ASFF_RESOURCE_TYPE'),
    frameworks: new Map(),
  }
}

/** Version 3 writes it as a number, and so loses zeros in front. */
const accountNumber = (account: string, provider: string): string =>
  provider === 'aws' && /^\d{1,11}$/.test(account) ? account.padStart(12, '0') : account
