// What a file of the source exports, another file takes. A name that nobody takes is the file's own.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT } from '../../src/project.ts'

/** Texts of files, by their paths. */
type Files = Readonly<Record<string, string>>

const DECLARED =
  /^export (?:async |abstract )?(?:const|let|class|interface|type|function\*?) (\w+)/gm
const LISTED = /^export (?:type )?\{([^}]*)\}/gm
const TAKEN = /^(?:import|export) (?:type )?(?:\{([^}]*)\}|\* as (\w+)) from '(\.[^']+)'/gm
const TAKEN_LATE = /const \{([^}]*)\} = await import\('(\.[^']+)'\)/g

/** The names in the braces of an import or an export: as the file has them, and as others do. */
const namesIn = (braces: string): (readonly [its: string, others: string])[] =>
  braces
    .split(',')
    .map((it) => it.trim().replace(/^type /, ''))
    .filter((it) => it !== '')
    .map((it) => it.split(/ as |: /))
    .map(([its = '', others = its]) => [its, others])

const exportsOf = (text: string): string[] => [
  ...[...text.matchAll(DECLARED)].map(([, name = '']) => name),
  ...[...text.matchAll(LISTED)].flatMap(([, braces = '']) =>
    namesIn(braces).map(([, others]) => others),
  ),
]

/** `path name` of everything that a file takes from others. */
function takenBy(file: string, text: string): string[] {
  const of = (path: string, names: readonly string[]) =>
    names.map((name) => `${join(dirname(file), path)} ${name}`)
  const inBraces = (braces: string) => namesIn(braces).map(([its]) => its)
  const members = (name: string) =>
    [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, member = '']) => member)
  return [
    ...[...text.matchAll(TAKEN)].flatMap(([, braces, all, path = '']) =>
      of(path, all === undefined ? inBraces(braces ?? '') : members(all)),
    ),
    ...[...text.matchAll(TAKEN_LATE)].flatMap(([, braces = '', path = '']) =>
      of(path, inBraces(braces)),
    ),
  ]
}

/** `path name` of everything that a file of the source exports and no other takes. */
function takenByNobody(files: Files): string[] {
  const taken = new Set(Object.entries(files).flatMap(([file, text]) => takenBy(file, text)))
  return Object.entries(files)
    .filter(([file]) => file.startsWith('src/'))
    .flatMap(([file, text]) => exportsOf(text).map((name) => `${file} ${name}`))
    .filter((it) => !taken.has(it))
}

/** By these names the threads are given their tasks. */
const TASKS = ['default', 'long', 'toAll'].map((it) => `src/answers/threads/worker.ts ${it}`)

it('every export of the source is taken by another file', () => {
  const paths = globSync('{src,web,test,bench,scripts}/**/*.{ts,tsx}', { cwd: PROJECT })
  const files = Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(PROJECT, path), 'utf8')]),
  )
  expect(takenByNobody(files)).toEqual(TASKS)
})

it('sees an export that nobody takes, however the others are taken', () => {
  const exported =
    'export const one = 1\nexport interface Two {}\nexport async function three() {}\n'
  const other = 'export type Four = 4\nexport { five as six, seven }\n'
  const taken = takenByNobody({
    'src/a.ts': exported,
    'src/b/b.ts': other,
    'src/c.ts': "import {\n  one as it,\n  type Two,\n} from './a.ts'\n",
    'test/d.ts': "const { three: late } = await import('../src/a.ts')\n",
    'test/e.ts': "import type * as b from '../src/b/b.ts'\ntype It = b.Four\n",
    'web/f.tsx': "import { six } from '../src/b/b.ts'\n",
    'src/b/g.ts': "import { one } from './a.ts'\n",
  })
  expect(taken).toEqual(['src/b/b.ts seven'])
})
