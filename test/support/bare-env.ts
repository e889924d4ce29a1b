import { OF_RUN } from './folders.ts'
import { QUICK } from './quick-packages.ts'

/** All of the environment that a process under test gets, so that nothing of a developer's counts. */
export const BARE_ENV: NodeJS.ProcessEnv = {
  // Where Node keeps what it has compiled: see vitest.config.ts.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  NODE_OPTIONS: process.env[QUICK],
  // By these it is found and tidied up after, whatever happens to the run.
  [OF_RUN]: process.env[OF_RUN],
  TMPDIR: process.env['TMPDIR'],
}
