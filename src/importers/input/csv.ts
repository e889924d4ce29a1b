// CSV from infected machines: cut inside a quoted field, one record without end, or no CSV at all.
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { EMPTY, NotItsOwn, Refused } from '../refused.ts'
import type { Input } from './input.ts'
import { unmarked } from './marks.ts'
import { decoded } from './text.ts'

const RECORD_BYTES = 4 * 1024 * 1024
const NEWLINE = 0x0a

type Delimiter = ',' | ';'

export type CsvRecord = Readonly<Record<string, string>>

export interface CsvForm {
  readonly delimiter: Delimiter
  /** Columns without which it is another file. */
  readonly required: readonly string[]
  /** The tool quotes nothing, and writes quotes as they come. */
  readonly bareQuotes?: boolean
  /** The last line has no end: the writer may have been stopped there. */
  readonly onOpenEnd?: () => void
}

/** The names in the first line, as far as the head of a file shows them. */
export function csvHeaderOf(head: string): { delimiter: Delimiter; names: readonly string[] } {
  const line = head.split(/\r?\n/, 1)[0] ?? ''
  const delimiter = line.includes(';') ? ';' : ','
  return {
    delimiter,
    names: line.split(delimiter).map((name) => name.replace(/^"|"$/g, '').trim()),
  }
}

/** The records of a CSV file, each by the names in its first line. */
export async function* csvRecordsOf(input: Input, form: CsvForm): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter: form.delimiter,
    // Found by the first line alone, a file of mixed line ends would keep some of them.
    record_delimiter: ['\r\n', '\n'],
    // Byte for byte: what is no UTF-8 must not become the same character everywhere.
    encoding: 'latin1',
    skip_empty_lines: true,
    relax_quotes: form.bareQuotes === true,
    max_record_size: RECORD_BYTES,
  })
  const fed = pipeline(bytesOf(input, form), parser)
  // Whatever goes wrong there destroys the parser, and so comes out of it below.
  const isFed = fed.catch(() => {})
  let names: readonly string[] | null = null
  try {
    for await (const fields of parser as AsyncIterable<string[]>) {
      const texts = fields.map(textOf)
      if (names === null) names = checkedNames(texts, form.required)
      else if (!isHeaderAgain(texts, names, form.required))
        yield Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']))
    }
  } catch (error) {
    throw error instanceof CsvError ? refusal(error) : error
  } finally {
    parser.destroy()
    await isFed
  }
  if (names === null) throw new Refused(EMPTY)
}

/** Never more than so much between two line ends. */
async function* bytesOf(input: Input, { onOpenEnd }: CsvForm): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const chunk of unmarked(input.open())) {
    yield chunk
    const last = chunk.lastIndexOf(NEWLINE)
    // Empty fields take no room in a record, but they do in memory.
    length = last === -1 ? length + chunk.length : chunk.length - last - 1
    if (length > RECORD_BYTES) throw new Refused('it has a line of over 4 MB; that is no report')
  }
  if (length > 0) onOpenEnd?.()
}

const textOf = (field: string): string =>
  /[\x80-\xff]/.test(field) ? decoded(Buffer.from(field, 'latin1')) : field

function checkedNames(header: readonly string[], required: readonly string[]): readonly string[] {
  const names = header.map((name) => name.trim())
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) {
    throw new Refused(`its header has the column "${twice.slice(0, 60)}" more than once`)
  }
  const missing = required.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Refused(`its header has no column ${missing.join(', ')}`)
  return names
}

/** Of files that were put together; taken for a record, it would be a server of its own. */
function isHeaderAgain(
  fields: readonly string[],
  names: readonly string[],
  required: readonly string[],
): boolean {
  // That takes away a byte order mark, too.
  const found = fields.map((field) => field.trim())
  if (!required.every((name) => found.includes(name))) return false
  if (found.every((field, at) => field === names[at])) return true
  throw new Refused('it holds files with different columns, one behind the other; split it')
}

function refusal(error: CsvError): Refused {
  const line = `line ${String(error['lines'])}`
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return new Refused('it was cut: it ends inside a quoted field')
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
      return new Refused(
        `it was cut or changed: ${line} does not have as many fields as the header`,
      )
    case 'CSV_MAX_RECORD_SIZE':
      return new Refused(
        `it has a record of over 4 MB, up to ${line} and beyond; that is no report`,
      )
    default:
      return new NotItsOwn(`it is no CSV file: ${line} has a quote inside a field`)
  }
}
