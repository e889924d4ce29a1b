// Rows as both PostgreSQL's COPY and MariaDB's LOAD DATA read them: tabs between, \N for null. No
// value that is made here has a tab, a line end or a backslash in it.
import type { Row } from './filling.ts'

const CHUNK_BYTES = 256 * 1024

export function* tabSeparated(rows: Iterable<Row>): Generator<Buffer> {
  let text = ''
  for (const row of rows) {
    let line = ''
    for (const value of row) line += line === '' ? value : `\t${value ?? '\\N'}`
    text += `${line}\n`
    if (text.length < CHUNK_BYTES) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
