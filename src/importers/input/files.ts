// What the operands name: files, and all files below a folder.
import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf } from './unreadable.ts'

export type Named =
  | {
      readonly kind: 'file'
      readonly path: string
      readonly size: number
      readonly inFolder: boolean
    }
  /** Standard input, or a pipe. */
  | { readonly kind: 'stream'; readonly path: string }
  | { readonly kind: 'unreadable'; readonly path: string; readonly reason: string }
  /** In a folder. */
  | { readonly kind: 'passed over'; readonly path: string; readonly reason: string }

export async function* filesNamed(operands: readonly string[]): AsyncGenerator<Named> {
  for (const path of operands) {
    if (path === '-') yield { kind: 'stream', path }
    else yield* named(path, false)
  }
}

async function* named(path: string, inFolder: boolean): AsyncGenerator<Named> {
  try {
    const found = await stat(path)
    if (found.isFile()) yield { kind: 'file', path, size: found.size, inFolder }
    else if (found.isDirectory()) yield* below(path)
    // In a folder a pipe would be waited for in vain.
    else if (!inFolder) yield { kind: 'stream', path }
  } catch (error) {
    yield { kind: 'unreadable', path, reason: reasonOf(error as NodeJS.ErrnoException) }
  }
}

/** In the order of their names, so that dated names come oldest first. */
async function* below(folder: string): AsyncGenerator<Named> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    const reason = whyPassedOver(entry)
    if (reason === null) yield* named(path, true)
    else yield { kind: 'passed over', path, reason }
  }
}

/** A link may lead back to its folder, or out of it. */
function whyPassedOver(entry: Dirent): string | null {
  if (entry.name.startsWith('.')) return 'it is hidden; name it by itself'
  if (entry.isSymbolicLink()) return 'it is a link; name it by itself'
  return entry.isFile() || entry.isDirectory() ? null : 'it is no file'
}
