/**
 * They turn the direction of the letters behind them: `photo`, one of these and `gpj.exe` reads as `photoexe.jpg`.
 * JSON that a producer wrote is passed on as it is, so they may be escaped; other escapes are stepped over.
 */
const TURNS = /\\u(20(?:2[A-E]|6[6-9]))|\\.|[\u202A-\u202E\u2066-\u2069]/gi

/** An answer, with such characters shown as what they are: nobody finds a file by a name that it does not have. */
export const visible = (json: string): string =>
  json.replace(TURNS, (it, escaped?: string) => {
    if (escaped === undefined && it.startsWith('\\')) return it
    return `[U+${(escaped ?? it.charCodeAt(0).toString(16)).toUpperCase()}]`
  })
