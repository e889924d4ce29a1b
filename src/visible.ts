// Texts from databases, reports and names of files may be hostile: they must not move the cursor,
// colour the screen, hide or turn other words, or look like a line of ours.

/** Everything that a terminal does not simply print is written as \u001b. */
export const visible = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, i) => escaped(character.charCodeAt(i))).join(''),
  )

const escaped = (unit: number) => `\\u${unit.toString(16).padStart(4, '0')}`
