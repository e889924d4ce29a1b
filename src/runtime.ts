// Which Node runs this. From a checkout it is the one that npm installed; a fall-back to another
// would be silent, so it is asked at the start.
const CHECKOUT_MAJOR = 26
const PACKAGE_MAJOR = 24

/** What is wrong with this Node and what to do; null when it will do. `file` is a path or a URL. */
export function runtimeFault(version: string, file: string): string | null {
  const major = Number(/^v(\d+)/.exec(version)?.[1])
  if (file.endsWith('.ts')) {
    if (major === CHECKOUT_MAJOR) return null
    return (
      `a checkout needs Node ${CHECKOUT_MAJOR}, this is ${version}: ` +
      'run `npm ci`, then start it through npm (npm run secdash -- COMMAND)'
    )
  }
  if (major >= PACKAGE_MAJOR) return null
  return (
    `needs Node ${PACKAGE_MAJOR} or later, this is ${version}: ` +
    'install a newer one (https://nodejs.org), and see that it comes first in PATH (node --version); cron and systemd have a PATH of their own'
  )
}
