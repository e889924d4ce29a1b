/** So that all cuts of a large text together stay readable in seconds. */
const MOST_CHARACTERS = 20_000_000

/** A text cut behind every tenth line, or so many times behind lines that are as far apart. */
export function* cutsOf(text: string): Generator<string> {
  const lines = text.split('\n')
  const most = Math.ceil(MOST_CHARACTERS / (text.length + 1))
  const step = Math.max(lines.length < 100 ? 1 : 10, Math.ceil(lines.length / most))
  for (let count = 0; count < lines.length - 1; count += step) {
    const cut = lines
      .slice(0, count)
      .map((line) => `${line}\n`)
      .join('')
    // What is left behind the last line may be no more than a line end.
    if (cut.trim() !== text.trim()) yield cut
  }
}
