// Some packages are hundreds of small files, which every thread and process of a test run would load
// one by one: that takes longer than most tests. So a run makes a few files of them, as the build of
// the package does, and all its processes take those.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { BUNDLED } from '../../scripts/build-service.ts'
import { PROJECT } from '../../src/project.ts'

const PACKAGES = [...BUNDLED, 'typebox']
const ENTRIES = [...PACKAGES, 'kysely/migration']
const TAKING = 'take.mjs'
/** The variable that holds the option of Node by which a process does so. */
export const QUICK = 'SECDASH_TEST_QUICK'

/** For all processes that are started from now on, and their threads. */
export async function takeQuickPackages(): Promise<void> {
  // Not where a link leads from: Node knows modules by where they really are.
  const installed = realpathSync(join(PROJECT, 'node_modules'))
  const versionOf = (name: string): string =>
    JSON.parse(readFileSync(join(installed, name, 'package.json'), 'utf8')).version
  const versions = PACKAGES.map((name) => `${name}-${versionOf(name)}`).join('-')
  const folder = join(installed, '.cache', versions)
  if (!existsSync(folder)) await makeIn(folder)
  const take = `--import=${pathToFileURL(join(folder, TAKING))}`
  process.env[QUICK] = take
  process.env['NODE_OPTIONS'] = [take, process.env['NODE_OPTIONS']].filter(Boolean).join(' ')
}

/** Whole or not at all, also where two runs begin at once. */
async function makeIn(folder: string): Promise<void> {
  const unfinished = `${folder}-${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const files = ENTRIES.map((entry) => [entry, `${entry.replace('/', '-')}.js`] as const)
  await build({
    cwd: PROJECT,
    input: Object.fromEntries(files.map(([entry, file]) => [file, entry])),
    platform: 'node',
    treeshake: false,
    logLevel: 'warn',
    output: { dir: unfinished, entryFileNames: '[name]' },
  })
  const quick = files.map(([entry, file]) => [
    relative(folder, fileURLToPath(import.meta.resolve(entry))),
    file,
  ])
  writeFileSync(join(unfinished, TAKING), takingText(Object.fromEntries(quick)))
  try {
    renameSync(unfinished, folder)
  } catch {
    // Another run was first.
    rmSync(unfinished, { recursive: true })
  }
}

/** Loaded by every Node that a test starts, also by one that is too old for it. */
const takingText = (quick: Readonly<Record<string, string>>): string => `
import * as modules from 'node:module'
const urlOf = (path) => new URL(path, import.meta.url).href
const quick = new Map(
  Object.entries(${JSON.stringify(quick)}).map((both) => both.map(urlOf)),
)
modules.registerHooks?.({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const url = quick.get(found.url)
    return url === undefined ? found : { ...found, url }
  },
})
`
