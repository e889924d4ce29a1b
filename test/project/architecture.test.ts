// The rooms of the house and the arrows between them. A file may import from its own room and
// from the rooms listed here; anything else fails.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT } from '../../src/project.ts'

/** Rooms from the top of the flow to its bottom; leaves import nothing but leaves. */
const LEAVES = [
  'address',
  'counted',
  'decimal',
  'errors',
  'json',
  'names',
  'networks',
  'project',
  'severity',
  'text-order',
  'time',
  'true-while',
  'visible',
  'within',
]

const ARROWS: Record<string, readonly string[]> = {
  cli: ['commands', 'runtime'],
  runtime: [],
  commands: [
    'settings',
    'log',
    'http',
    'answers',
    'check',
    'database',
    'demo',
    'importers',
    'store',
  ],
  check: ['answers', 'compliance', 'database'],
  settings: [],
  log: [],
  http: ['answers', 'posture', 'compliance'],
  answers: ['malware', 'posture', 'compliance', 'database'],
  malware: ['database', 'shapes'],
  posture: ['malware', 'database', 'shapes', 'parameters'],
  compliance: ['database', 'shapes', 'parameters'],
  parameters: [],
  shapes: [],
  importers: [],
  store: ['importers', 'database'],
  demo: ['importers', 'store', 'database'],
  database: [],
  ...Object.fromEntries(LEAVES.map((leaf) => [leaf, []])),
}

const SOURCE = join(PROJECT, 'src')

const files = globSync('**/*.ts', { cwd: SOURCE })

/** The folder of a file, or the name of a file that lies in no folder. */
const roomOf = (file: string): string => file.split('/')[0]?.replace(/\.ts$/, '') ?? ''

function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), 'utf8')
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
  return [...found].map(([, path = '']) => relative(SOURCE, join(SOURCE, dirname(file), path)))
}

it('has an entry for every room', () => {
  expect([...new Set(files.map(roomOf))].sort()).toEqual(Object.keys(ARROWS).sort())
})

it.each(files)('src/%s imports only from rooms below its own', (file) => {
  const room = roomOf(file)
  const allowed = [room, ...(ARROWS[room] ?? []), ...LEAVES]
  expect(importsOf(file).filter((it) => !allowed.includes(roomOf(it)))).toEqual([])
})

/** The files of the first circle that imports run in; empty where there is none. */
function circleIn(imports: (file: string) => readonly string[], all: readonly string[]): string[] {
  const done = new Set<string>()
  function circleFrom(file: string, path: readonly string[]): string[] {
    if (path.includes(file)) return path.slice(path.indexOf(file))
    if (done.has(file)) return []
    for (const next of imports(file)) {
      const circle = circleFrom(next, [...path, file])
      if (circle.length > 0) return circle
    }
    done.add(file)
    return []
  }
  return all.map((file) => circleFrom(file, [])).find((it) => it.length > 0) ?? []
}

it('no file needs itself, by way of others', () => {
  expect(circleIn(importsOf, files)).toEqual([])
})

it('sees such a circle', () => {
  const house: Record<string, string[]> = { a: ['b'], b: ['c', 'd'], c: [], d: ['b'] }
  expect(circleIn((it) => house[it] ?? [], Object.keys(house))).toEqual(['b', 'd'])
})

it('sees the imports of a file', () => {
  expect(importsOf('http/app.ts')).toContain('http/admission.ts')
})

it.each(files)(
  'src/%s reads the environment only in cli.ts, and the clock only at the top',
  (file) => {
    const text = readFileSync(join(SOURCE, file), 'utf8')
    if (file !== 'cli.ts') expect(text).not.toMatch(/process\.env/)
    if (roomOf(file) !== 'commands') expect(text).not.toMatch(/Date\.now|new Date\(\)/)
  },
)

it.each(files.filter((it) => !it.startsWith('database/')))(
  'src/%s knows no database engine',
  (file) => {
    const imports = importsOf(file)
    expect(imports.filter((it) => /^database\/(sqlite|postgres|mariadb)\//.test(it))).toEqual([])
    expect(readFileSync(join(SOURCE, file), 'utf8')).not.toMatch(/node:sqlite|'pg'|'mysql2/)
  },
)

it.each(files)('src/%s has at most 200 lines', (file) => {
  expect(readFileSync(join(SOURCE, file), 'utf8').split('\n').length).toBeLessThanOrEqual(200)
})

describe('the dashboard', () => {
  const WEB = join(PROJECT, 'web')
  const pages = globSync('src/**/*.{ts,tsx}', { cwd: WEB })
  const read = (file: string) => readFileSync(join(WEB, file), 'utf8')

  /** What a file takes from beyond `web`, as `type` or as code. */
  const taken = (file: string) =>
    [...read(file).matchAll(/import( type)? [^']*?from '(\.[^']+)'/g)]
      .map(([, type, path = '']) => ({ type, path: relative(WEB, join(WEB, dirname(file), path)) }))
      .filter(({ path }) => path.startsWith('..'))

  it('takes the types of response shapes from the service, in one file, and nothing else', () => {
    const all = pages.flatMap((file) => taken(file).map((it) => ({ file, ...it })))
    expect(all.map(({ file }) => file)).toEqual(Array(4).fill('src/data/wire.ts'))
    expect(all.map(({ type, path }) => `${type} ${path}`)).toEqual([
      ' type ../src/compliance/response.ts',
      ' type ../src/malware/response.ts',
      ' type ../src/posture/response.ts',
      ' type ../src/shapes.ts',
    ])
  })

  it('is not known to the service but as built files', () => {
    for (const file of files) {
      const text = readFileSync(join(SOURCE, file), 'utf8')
      expect([file, /'(vite|react|.*\/web\/)[^']*'/.test(text)]).toEqual([file, false])
    }
  })

  it.each(pages)('web/%s has at most 200 lines and no way to make text into markup', (file) => {
    const text = read(file)
    expect(text.split('\n').length).toBeLessThanOrEqual(200)
    expect(text).not.toMatch(/innerHTML|dangerouslySet|insertAdjacent|document\.write|\beval\(/)
  })

  it.each(globSync('src/**/*.css', { cwd: WEB }))('web/%s has at most 200 lines', (file) => {
    expect(read(file).split('\n').length).toBeLessThanOrEqual(200)
  })

  /** Views may use parts, parts may use data; no view knows another, and nobody the frame. */
  it.each(pages)('web/%s imports only from rooms below its own', (file) => {
    const roomOfPage = (path: string) =>
      path
        .split('/')
        .slice(1, path.startsWith('src/views/') ? 3 : 2)
        .join('/')
    const allowed: Record<string, readonly string[]> = {
      data: ['data'],
      parts: ['parts', 'data'],
      app: ['app', 'data', 'views', 'parts'],
    }
    const room = roomOfPage(file)
    if (room.endsWith('.tsx') || room === 'style') return
    const found = [...read(file).matchAll(/from '(\.[^']+)'/g)]
      .map(([, path = '']) => relative(WEB, join(WEB, dirname(file), path)))
      .filter((path) => !path.startsWith('..'))
      .map(roomOfPage)
    const mayUse = allowed[room] ?? [room, 'parts', 'data']
    expect(
      found.filter((it) => !mayUse.some((may) => it === may || it.startsWith(`${may}/`))),
    ).toEqual([])
  })
})
