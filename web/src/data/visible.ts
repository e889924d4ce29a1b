/** They turn the direction of the letters behind them: `photo`, one of these and `gpj.exe` reads as `photoexe.jpg`. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g

/** With such characters shown as what they are: nobody finds a file by a name that it does not have. */
export const visible = (text: string): string =>
  text.replace(TURNS, (it) => `[U+${it.charCodeAt(0).toString(16).toUpperCase()}]`)
