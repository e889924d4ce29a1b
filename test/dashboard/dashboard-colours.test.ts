// Contrast by computation (WCAG 2.2, AA): also where no test points at something, such as below a pointer.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT } from '../../src/project.ts'

const style = (file: string) => readFileSync(join(PROJECT, 'web', 'src', 'style', file), 'utf8')

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
type Colour = Readonly<Record<Theme, string>>

const colours = (css: string, name: RegExp): [string, Colour][] =>
  [
    ...css.matchAll(new RegExp(`${name.source}[^#}]*light-dark\\((#\\w{6}), (#\\w{6})\\)`, 'g')),
  ].map(([, it = '', light = '', dark = '']) => [it, { light, dark }])

const TOKENS = Object.fromEntries(colours(style('tokens.css'), /--([\w-]+):/))
const HEAT = colours(style('heat.css'), /\.(h\d)\) \{/)

/** Lines and grounds are no text. */
const GROUNDS = ['paper', 'panel', 'mark']
const LINES = ['line', 'line-strong']
const TEXTS = Object.keys(TOKENS).filter(
  (it) => ![...GROUNDS, ...LINES, 'high-soft', 'focus'].includes(it),
)
/** What is told of trouble is written in these. */
const TROUBLE = ['ink', 'ink-2', 'ink-3', 'link']

const light = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
}

const contrast = (a: Colour | undefined, b: Colour | undefined, theme: Theme): number => {
  const [x, y] = [light(a?.[theme] ?? ''), light(b?.[theme] ?? '')]
  return Math.max(x, y) / Math.min(x, y)
}

const faint = (texts: readonly string[], ground: Colour | undefined, theme: Theme, least: number) =>
  texts.filter((it) => !(contrast(TOKENS[it], ground, theme) >= least))

describe.each(THEMES)('in %s', (theme) => {
  it.each(GROUNDS)('every colour of text can be read on %s', (ground) => {
    expect(TEXTS.length).toBeGreaterThan(12)
    expect(faint(TEXTS, TOKENS[ground], theme, 4.5)).toEqual([])
  })

  it('trouble can be read', () => {
    expect(faint(TROUBLE, TOKENS['high-soft'], theme, 4.5)).toEqual([])
  })

  it('what is chosen can be read', () => {
    expect(faint(['panel'], TOKENS['ink'], theme, 4.5)).toEqual([])
  })

  it('pass rates can be read on every step of their colour, and so can their focus', () => {
    expect(HEAT.map(([it]) => it)).toEqual(['h1', 'h2', 'h3', 'h4'])
    for (const [, ground] of HEAT) expect(faint(['ink'], ground, theme, 4.5)).toEqual([])
  })

  it.each(['paper', 'panel'])('fields and the focus stand out from %s', (ground) => {
    expect(faint(['line-strong', 'focus'], TOKENS[ground], theme, 3)).toEqual([])
  })
})
