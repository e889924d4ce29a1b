// CSV that a spreadsheet takes for text: a cell that would be a formula gets an apostrophe in front.

/** Also behind blanks, and in the wide forms that some spreadsheets read as the narrow ones. */
const FORMULA = /^\s*[=+\-@|%＝＋－＠]|^[\t\r\n]/

/** Always in quotes: a comma, a semicolon or a line feed cannot begin another cell. */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  return `"${FORMULA.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`
}

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export const csvOf = <Row extends object>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): string =>
  `\uFEFF${[columns, ...rows.map((row) => columns.map((it) => row[it] as string | null))]
    .map((line) => line.map(cell).join(','))
    .join('\r\n')}\r\n`
