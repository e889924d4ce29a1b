// The code of an error: it says the same in every language. In a detail it is the last line.

const LINE = '\n    code: '

/** As the engine, its driver or Node has it: 28P01, 1045, ECONNREFUSED, SQLITE 14. */
export function codeOf(error: Error): string | null {
  const { errcode, errno, code } = error as {
    readonly errcode?: unknown
    readonly errno?: unknown
    readonly code?: unknown
  }
  // Of SQLite, where `code` is the same for all.
  if (typeof errcode === 'number') return `SQLITE ${errcode}`
  // Of MariaDB and MySQL, whose names differ. Node's own is below 0.
  if (typeof errno === 'number' && errno > 0) return String(errno)
  return code === undefined ? null : String(code)
}

export const withCode = (text: string, code: string | null): string =>
  code === null ? text : `${text}${LINE}${code}`

/** Empty where there is none. */
export function codeIn(detail: string): string {
  const at = detail.lastIndexOf(LINE)
  return at === -1 ? '' : detail.slice(at + LINE.length)
}
