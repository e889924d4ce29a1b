/** What was to be read is no longer there: another file has its path, or a table has other types. */
export class Replaced extends Error {}
