// Standard input can be read only once; a report is read several times. So it is written to a file first,
// which has no name: nothing of it outlives the process, however that ends.
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refused } from '../refused.ts'
import { type Input, openInput } from './input.ts'
import { unreadable } from './unreadable.ts'

/** Runs `use` with the input. */
export async function copied<Result>(
  stream: AsyncIterable<Uint8Array | string>,
  { name, most }: { readonly name: string; readonly most: number },
  use: (input: Input) => Promise<Result>,
): Promise<Result> {
  const file = await unnamedFile().catch(uncopied)
  try {
    await file.writeFile(bounded(stream, most)).catch(uncopied)
    return await use(await openInput(file, name))
  } finally {
    await file.close()
  }
}

async function unnamedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `secdash-import-${crypto.randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
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
  throw new Refused(
    `its copy in ${tmpdir()} cannot be written: ${error.message}; set TMPDIR to a folder with room that this user may write to`,
  )
}

export const tooLarge = (most: number): Refused =>
  new Refused(
    `it has more than ${Math.floor(most / 1e6)} MB; give --max-size if that is no mistake`,
  )
