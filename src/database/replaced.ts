export const REPLACED_MEANWHILE = 'the database was replaced while it was read'

/**
 * What was to be read is no longer there, and may be found by a new connection: another file has its
 * path, a table has other types, other tables have the names, or a pooler has lost a statement.
 */
export class Replaced extends Error {
  constructor() {
    super(REPLACED_MEANWHILE)
  }
}
