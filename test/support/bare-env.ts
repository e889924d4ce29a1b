/** All of the environment that a process under test gets, so that nothing of a developer's counts. */
export const BARE_ENV: NodeJS.ProcessEnv = {
  // Where Node keeps what it has compiled: see vitest.config.ts.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  // Makes it load large packages quickly: see quick-packages.ts.
  NODE_OPTIONS: process.env['NODE_OPTIONS'],
}
