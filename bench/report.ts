// What was measured, as tables on the terminal and in a document, and what falls short of a bound.
export interface Table {
  readonly title: string
  /** A sentence or two: what was done, and how the figures are to be read. */
  readonly about: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface Judged {
  readonly figure: string
  readonly bound: string
  readonly measured: string
  /** null when it was not measured. */
  readonly holds: boolean | null
}

export interface Report {
  readonly tables: Table[]
  readonly judged: Judged[]
  /** What was left out, and why. */
  readonly skipped: string[]
}

export const newReport = (): Report => ({ tables: [], judged: [], skipped: [] })

/** Holds a figure against a bound that it must not pass. */
export function judge(
  { judged }: Report,
  figure: string,
  measured: number,
  bound: { readonly least: number } | { readonly most: number },
  show: (value: number) => string = ratio,
): void {
  const [word, limit] = 'least' in bound ? ['at least', bound.least] : ['at most', bound.most]
  const isMeasured = Number.isFinite(measured)
  judged.push({
    figure,
    bound: `${word} ${show(limit)}`,
    measured: isMeasured ? show(measured) : 'not measured',
    holds: isMeasured ? ('least' in bound ? measured >= limit : measured <= limit) : null,
  })
}

export const ratio = (value: number): string =>
  value >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
export const ms = (value: number): string => `${ratio(value)} ms`
export const us = (value: number): string =>
  value >= 1000 ? `${(value / 1000).toFixed(1)} ms` : `${value.toFixed(0)} us`
export const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`

const WORDS = new Map([
  [true, 'holds'],
  [false, 'FALLS SHORT'],
  [null, 'not measured'],
])

const judgedTable = ({ judged }: Report): Table => ({
  title: 'Bounds',
  about: 'Ratios within this run.',
  columns: ['figure', 'bound', 'measured', ''],
  rows: judged.map(({ figure, bound, measured, holds }) => [
    figure,
    bound,
    measured,
    WORDS.get(holds) ?? '',
  ]),
})

const all = (report: Report): Table[] => [
  ...(report.judged.length > 0 ? [judgedTable(report)] : []),
  ...report.tables,
]

export const shortfalls = ({ judged }: Report): number =>
  judged.filter(({ holds }) => holds === false).length

function terminalText(table: Table): string {
  const lines = [table.columns, ...table.rows]
  const widths = table.columns.map((_, at) =>
    Math.max(...lines.map((line) => line[at]?.length ?? 0)),
  )
  const row = (line: readonly string[]) =>
    widths
      .map((width, at) => (line[at] ?? '').padEnd(width))
      .join('  ')
      .trimEnd()
  return [`\n${table.title}: ${table.about}`, ...lines.map(row)].join('\n')
}

export const terminalReport = (report: Report): string =>
  [...all(report).map(terminalText), ...report.skipped.map((it) => `SKIPPED: ${it}`)].join('\n')

const markdownTable = ({ title, about, columns, rows }: Table): string => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const lines = [row(columns), row(columns.map(() => '---')), ...rows.map(row)]
  return `## ${title}\n\n${about}\n\n${lines.join('\n')}\n`
}

export const markdownReport = (report: Report, opening: string): string =>
  [
    opening,
    ...report.skipped.map((it) => `Left out: ${it}.\n`),
    ...all(report).map(markdownTable),
  ].join('\n')
