// Which Node runs this. From a checkout it is the one that npm installed; a fall-back to another
// would be silent, so it is asserted at the start.
const CHECKOUT_MAJOR = 26
const PACKAGE_MAJOR = 24

export function assertRuntime(version: string, file: string): void {
  const major = Number(/^v(\d+)/.exec(version)?.[1])
  if (!file.endsWith('.ts')) {
    if (major < PACKAGE_MAJOR)
      throw new Error(`secdash needs Node ${PACKAGE_MAJOR} or later, this is ${version}`)
    return
  }
  if (major !== CHECKOUT_MAJOR) {
    throw new Error(
      `a checkout of secdash runs on Node ${CHECKOUT_MAJOR}, this is ${version}: ` +
        'run `npm ci`, then start it through npm (npm run secdash -- COMMAND)',
    )
  }
}
