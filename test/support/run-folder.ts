// All files of a test run lie in two folders, one of them in memory. A run that is broken off, by
// Ctrl+C or a signal, does not get to where its tests tidy up: its first process does it as it exits.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OF_RUN, roomyFolder } from './folders.ts'
import { endProcessesWith } from './left-behind.ts'

/** Called once, by the process that starts all others: they inherit where the folders are. */
export function makeRunFolders(): void {
  const inMemory = runFolder(roomyFolder())
  const onDisk = runFolder(tmpdir())
  process.env[OF_RUN] = inMemory
  process.env['TMPDIR'] = onDisk
  process.once('exit', () => {
    endProcessesWith(`${OF_RUN}=${inMemory}`)
    for (const folder of [inMemory, onDisk]) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
  })
  // The terminal was closed. Vitest heeds the other signals by itself.
  process.once('SIGHUP', () => process.exit(129))
}

function runFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'secdash-run-'))
  // As open as any folder for temporary files: as root, servers run as accounts of their own.
  chmodSync(folder, 0o1777)
  return folder
}
