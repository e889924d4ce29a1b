// The service as few files in dist/. From a checkout each thread loads hundreds of modules one by
// one; from these files the first answer comes in half of the time.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { licensesOf } from './licenses.ts'

const PROJECT = join(import.meta.dirname, '..')
const FOLDER = join(PROJECT, 'dist')

/** Made of hundreds of small files each. All others are loaded from where npm installs them. */
const BUNDLED = ['kysely', 'typebox']

export async function buildService(): Promise<void> {
  await build({
    input: {
      cli: join(PROJECT, 'src', 'cli.ts'),
      worker: join(PROJECT, 'src', 'answers', 'worker.ts'),
    },
    platform: 'node',
    external: isInstalled,
    logLevel: 'warn',
    output: {
      dir: FOLDER,
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      codeSplitting: {
        groups: [
          ...BUNDLED.map((name) => ({ name, test: `/node_modules/${name}/`, priority: 1 })),
          // What the command line and the threads both need.
          { name: 'shared', minShareCount: 2 },
        ],
      },
    },
  })
  chmodSync(join(FOLDER, 'cli.js'), 0o755)
  writeFileSync(join(FOLDER, 'licenses.txt'), licensesOf(BUNDLED))
}

function isInstalled(id: string): boolean {
  const [scopeOrName = '', name = ''] = id.split('/')
  const packageName = scopeOrName.startsWith('@') ? `${scopeOrName}/${name}` : scopeOrName
  return dependencies().includes(packageName) && !BUNDLED.includes(packageName)
}

const dependencies = (): string[] =>
  Object.keys(JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')).dependencies)
