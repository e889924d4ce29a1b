/** Order by the bytes of UTF-8, as the databases order. JavaScript's own order differs beyond U+FFFF. */
export const byBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b))
