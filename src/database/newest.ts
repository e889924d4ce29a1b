/**
 * The newest rows, at most `limit`. A view may have some without a date: they are the oldest, whatever
 * the engine thinks, so they are listed only where those with a date do not fill the list.
 */
export async function newestFirst<Column extends string, Row extends Record<Column, unknown>>(
  date: Column,
  limit: number,
  read: (which: 'all' | 'dated') => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await read('all')
  if (rows[0]?.[date] !== null) return rows
  const dated = await read('dated')
  return dated.length < limit ? rows : dated
}
