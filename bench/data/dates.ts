const SECOND_MS = 1000
export const DAY_SECONDS = 86_400

/** 'YYYY-MM-DD HH:MM:SS' of a number of seconds before the newest moment. */
export const dateBefore = (newestMs: number, seconds: number): string =>
  new Date(newestMs - seconds * SECOND_MS).toISOString().slice(0, 19).replace('T', ' ')
