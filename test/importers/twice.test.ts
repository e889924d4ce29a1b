// Every real report there is, imported twice: the second time nothing changes.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { fileInput } from '../../src/importers/input/input.ts'
import { recognised } from '../../src/importers/recognise.ts'
import { collected, hasCollection } from '../support/collection.ts'
import { collectedReports, ownReports } from '../support/report-files.ts'
import { rowCounts } from '../support/row-counts.ts'
import { secdash } from '../support/terminal.ts'

const folder = mkdtempSync(join(tmpdir(), 'secdash-test-'))
const url = `sqlite:${join(folder, 'twice.db')}`

beforeAll(() => migrate(engineAt(url)))
afterAll(() => rmSync(folder, { recursive: true }))

const importOnce = async (path: string) => {
  const { code, stdout } = await secdash(['import', 'auto', path, '--json'], { DATABASE_URL: url })
  return { code, outcome: JSON.parse(stdout)[0] }
}

const claimed = async (path: string): Promise<boolean> => {
  try {
    return recognised((await fileInput(path, path)).head) !== null
  } catch {
    return false
  }
}

describe.each([
  ['of the project', ownReports(), '.'],
  ...(hasCollection ? [['of the collection', collectedReports(), collected('.')] as const] : []),
] as const)('a report %s', (_, paths, base) => {
  it.each(paths.map((path) => [relative(base, path), path]))(
    '%s is stored once, or refused twice',
    async (_name, path) => {
      const first = await importOnce(path)
      const rows = await rowCounts(url)
      const second = await importOnce(path)
      expect(await rowCounts(url)).toEqual(rows)
      expect(second.code).toBe(first.code)
      if (first.code === 0) expect(second.outcome.stored.known).toBe(true)
      else {
        expect(second.outcome.refused).toBe(first.outcome.refused)
        expect(first.outcome.refused.length).toBeGreaterThan(10)
        // What is refused by one tool must not look like another's.
        if (!(await claimed(path))) expect(first.outcome.tool).toBeNull()
      }
    },
  )
})
