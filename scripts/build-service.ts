// The service as a few files in dist/. From a checkout each thread loads hundreds of modules, one by
// one; from these files the first answer comes in half of that time.
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { PROJECT } from '../src/project.ts'
import { licensesOf } from './licenses.ts'

const FOLDER = join(PROJECT, 'dist')

/** Made of hundreds of small files. All others are loaded from where npm installs them. */
export const BUNDLED = ['kysely']

export async function buildService(): Promise<void> {
  await build({
    // Comments name the sources by their paths: the same ones wherever it is built.
    cwd: PROJECT,
    resolve: { symlinks: false },
    input: {
      cli: join(PROJECT, 'src', 'cli.ts'),
      worker: join(PROJECT, 'src', 'answers', 'threads', 'worker.ts'),
    },
    platform: 'node',
    external: isInstalled,
    plugins: [{ name: 'known licences', load: refuseUnknown }],
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
  const command = join(FOLDER, 'secdash')
  copyFileSync(join(PROJECT, 'src', 'secdash.sh'), command)
  chmodSync(command, 0o755)
  writeFileSync(join(FOLDER, 'licenses.txt'), licensesOf(BUNDLED))
}

const { dependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))

const INSTALLED = Object.keys(dependencies).filter((name) => !BUNDLED.includes(name))

const isInstalled = (id: string): boolean =>
  INSTALLED.some((name) => id === name || id.startsWith(`${name}/`))

/** What gets in without its licence would be a surprise. */
function refuseUnknown(id: string): void {
  const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? []
  if (name !== undefined && !BUNDLED.includes(name)) {
    throw new Error(`${name} is neither in "dependencies" of package.json nor among BUNDLED`)
  }
}
