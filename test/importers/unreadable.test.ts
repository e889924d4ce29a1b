// Files that are there when they are listed, and cannot be read afterwards.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Terminal } from '../../src/commands/command.ts'
import { importNamed } from '../../src/commands/import/import-file.ts'
import { importOptionsOf } from '../../src/commands/import/import-options.ts'
import { engineAt } from '../../src/database/connect.ts'
import { fileInput } from '../../src/importers/input/input.ts'
import { posture } from '../../src/importers/posture.ts'
import { Refused } from '../../src/importers/refused.ts'
import { configOf } from '../../src/settings/config.ts'
import { sourceOf } from '../../src/store/reading/source.ts'
import { PATIENCE } from '../../src/store/writing/turn.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { importContext } from '../support/imported.ts'
import { storeIn } from '../support/stored.ts'

const GONE = 'it was moved or deleted while it was read; import it again'

function report() {
  const path = join(temporaryFolder(), 'posture.json')
  writeFileSync(path, '{"compliance": 80, "redteam": 70, "incident": 90, "monitoring": 60}')
  return { path, remove: () => rmSync(path) }
}

it.each([
  ['has vanished', 'gone.log', 'there is no such file'],
  ['has become a folder', 'folder', 'it is a folder'],
])('a file that %s since it was listed is refused', async (_what, name, refused) => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'folder', 'deep'), { recursive: true })
  const path = join(folder, name)
  const outcome = await importNamed(
    { kind: 'file', path, size: 1, inFolder: true },
    {
      tool: 'auto',
      engine: engineAt(`sqlite:${join(folder, 'none.db')}`),
      options: await importOptionsOf({}, configOf({}, {})),
      terminal: {} as Terminal,
      patience: PATIENCE,
    },
  )
  expect(outcome).toMatchObject({ file: path, refused, stored: null })
})

it('a file that has vanished before it is read again is refused', async () => {
  const { path, remove } = report()
  const input = await fileInput(path, path)
  remove()
  const reading = async () => {
    for await (const _ of input.open());
  }
  await expect(reading()).rejects.toEqual(new Refused(GONE))
})

it('a file that vanishes between two readings is not blamed on the database', async () => {
  const { url, db } = await temporaryDatabase('all')
  const { path, remove } = report()
  const context = importContext()
  const source = sourceOf(posture, await fileInput(path, path), context)
  const rotated = {
    ...source,
    hashes(sizes: readonly number[]) {
      remove()
      return source.hashes(sizes)
    },
  }
  await expect(storeIn(url, rotated)).rejects.toEqual(new Refused(GONE))
  expect(await db.selectFrom('posture_scores').selectAll().execute()).toEqual([])
})
