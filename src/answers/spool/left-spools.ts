// The file of a long answer has a name until its thread has opened it, and is empty until then. A
// process that is killed just there leaves it behind: the next one that starts takes it away.
import { lstat, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** As streamed.ts names them, and nothing else. */
const NAME = /^secdash-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** Far longer than any deadline: a younger one may be that of a service that runs. */
const OLD_MS = 3_600_000

/** `now` in milliseconds since 1970. Never fails: what cannot be removed does no harm. */
export async function removeLeftSpools(now: number): Promise<void> {
  const folder = tmpdir()
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((it) => NAME.test(it))) {
    const path = join(folder, name)
    const file = await lstat(path).catch(() => null)
    const isLeft =
      file?.isFile() &&
      file.size === 0 &&
      file.uid === process.getuid?.() &&
      now - file.mtimeMs > OLD_MS
    if (isLeft) await rm(path).catch(() => {})
  }
}
