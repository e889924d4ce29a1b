// Names that the API can never select, each with the SQL that gives it another.
import type { TableName } from '../database/schema/schema.ts'
import { NAME_LENGTH } from '../names.ts'
import { visible } from '../visible.ts'
import { type Example, shown } from './examples.ts'
import { idOf } from './looking.ts'

export const NAME_RULE = `letters a-z and A-Z, digits, _ and -, ${NAME_LENGTH} at most`

const MOST_RENAMED = 20

/** One line for each name: with the same new name for two, nobody could tell them apart again. */
export function renames(table: TableName, column: string, rows: readonly Example[]): string[] {
  const byName = Map.groupBy(rows, ({ value }) => value)
  const lines = [...byName.values()].map(([row]) => rename(table, column, row as Example))
  const more = lines.length - MOST_RENAMED
  return [
    'Each name needs a new one of its own in the place of NEW-NAME. Where check says that names are not compared byte for byte, mend that first: otherwise similar names are renamed with them.',
    ...lines.slice(0, MOST_RENAMED),
    ...(more > 0 ? [`And ${more} more: check again when these are renamed.`] : []),
  ]
}

const rename = (table: TableName, column: string, { id, value }: Example): string =>
  isPlain(value)
    ? `update ${table} set ${column} = 'NEW-NAME' where ${column} = '${value.replaceAll("'", "''")}';`
    : `No SQL can be shown for ${shown(value)}: rename it by ${idOf(table)} ${shown(id)}, in all rows that have this name.`

/**
 * What looks in a statement as it is, and means itself alone. MariaDB takes what follows a backslash
 * for something else, and may leave blanks at the end out of a comparison.
 */
const isPlain = (name: unknown): name is string =>
  typeof name === 'string' &&
  name.length <= NAME_LENGTH &&
  visible(name) === name &&
  name.trim() === name &&
  !name.includes('\\')
