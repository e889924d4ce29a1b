// The built dashboard, read once at the start and served from memory: nothing that a request says
// ever becomes the path of a file.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { UsageError } from '../errors.ts'
import { PROJECT } from '../project.ts'

interface DashboardFile {
  readonly type: string
  readonly bytes: Buffer
  /** None where compressing gains nothing. */
  readonly gzipped: Buffer | null
}

export interface Dashboard {
  /** The page, up to and after the place where its base goes. */
  readonly page: readonly [before: string, after: string]
  /** By path below the base path. Their names hold a hash of their content. */
  readonly assets: ReadonlyMap<string, DashboardFile>
}

const FOLDER = join(PROJECT, 'dist', 'web')

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const BASE = '<base href="./" />'
const ZONE = '<meta name="timezone" content="UTC" />'

/** `timezone`: answers have but the offset of their own moment, and the page shows older ones, too. */
export function loadDashboard(timezone: string, folder = FOLDER): Dashboard {
  try {
    const page = readFileSync(join(folder, 'index.html'), 'utf8')
    const [before = '', after = ''] = page.replace(ZONE, ZONE.replace('UTC', timezone)).split(BASE)
    const names = readdirSync(join(folder, 'assets'))
    const assets = names.map((name) => [`/assets/${name}`, file(join(folder, 'assets', name))])
    return { page: [before, after], assets: new Map(assets as [string, DashboardFile][]) }
  } catch (error) {
    const { message } = error as Error
    throw new UsageError(`the dashboard is not built (${message}); run \`npm run web\``, 1)
  }
}

function file(path: string): DashboardFile {
  const bytes = readFileSync(path)
  const gzipped = gzipSync(bytes)
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    bytes,
    gzipped: gzipped.length < bytes.length * 0.9 ? gzipped : null,
  }
}

/** The page for a path so many folders below the base path: a proxy may have put more in front. */
export const pageAt = ({ page: [before, after] }: Dashboard, depth: number): string =>
  `${before}<base href="${depth === 0 ? './' : '../'.repeat(depth)}" />${after}`
