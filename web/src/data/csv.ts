// CSV that a spreadsheet takes for text: a cell that would be a formula gets an apostrophe in front.

const FORMULA = /^[=+\-@\t\r\n|%]/

function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const safe = FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export const csvOf = <Row extends object>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
) =>
  `\uFEFF${[columns, ...rows.map((row) => columns.map((it) => row[it] as string | null))]
    .map((line) => line.map(cell).join(','))
    .join('\r\n')}\r\n`
