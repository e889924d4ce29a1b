/** A wrong time zone is less than a day. */
const AHEAD = 86_400

/** In seconds since 1970: a time in a report that is later than that is in the future. */
export const latestAt = (now: number): number => now + AHEAD
