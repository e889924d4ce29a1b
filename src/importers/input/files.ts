// What the operands name: files, and all files below a folder.
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

/** In the order of their names, so that dated names come oldest first. No hidden files, no links. */
async function* below(folder: string): AsyncGenerator<Named> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter((it) => !it.name.startsWith('.') && (it.isFile() || it.isDirectory()))
    .map(({ name }) => name)
  for (const name of names.sort()) yield* named(join(folder, name), true)
}
