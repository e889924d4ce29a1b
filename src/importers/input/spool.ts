// Standard input can be read only once; a report is read twice. So it is written to a file first.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refused } from '../refused.ts'
import { fileInput, type Input } from './input.ts'
import { unreadable } from './unreadable.ts'

/** Runs `use` with the input; the file is gone afterwards. */
export async function spooled<Result>(
  stream: AsyncIterable<Uint8Array | string>,
  { name, most }: { readonly name: string; readonly most: number },
  use: (input: Input) => Promise<Result>,
): Promise<Result> {
  // Only the owner can look into the folder.
  const folder = await mkdtemp(join(tmpdir(), 'secdash-import-')).catch(uncopied)
  try {
    const path = join(folder, 'input')
    await pipeline(bounded(stream, most), createWriteStream(path, { mode: 0o600 })).catch(uncopied)
    return await use(await fileInput(path, name))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* bounded(stream: AsyncIterable<Uint8Array | string>, most: number) {
  let size = 0
  try {
    for await (const chunk of stream) {
      size += chunk.length
      if (size > most) throw tooLarge(most)
      yield chunk
    }
  } catch (error) {
    throw unreadable(error)
  }
}

/** A full disk, or no such folder. */
function uncopied(error: Error): never {
  if (error instanceof Refused) throw error
  throw new Refused(`its copy in ${tmpdir()} cannot be written: ${error.message}`)
}

export const tooLarge = (most: number): Refused =>
  new Refused(
    `it has more than ${Math.floor(most / 1e6)} MB; give --max-size if that is no mistake`,
  )
