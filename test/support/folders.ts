// Where the databases of tests live: in memory where it is roomy, because nothing of them must last.
import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ROOMY_BYTES = 2 * 1024 ** 3

/** The variable that tells the processes of a test run where its folder is. */
export const OF_RUN = 'SECDASH_TEST_FOLDER'

function isRoomy(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ROOMY_BYTES
  } catch {
    return false
  }
}

export const roomyFolder = (): string => (isRoomy(MEMORY) ? MEMORY : tmpdir())

/** A new folder; whoever asks for it removes it. */
export const newFolder = (purpose: string): string =>
  mkdtempSync(join(process.env[OF_RUN] ?? roomyFolder(), `secdash-${purpose}-`))
