import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fileInput } from '../../src/importers/input/input.ts'
import { recognised } from '../../src/importers/recognise.ts'
import { Refused } from '../../src/importers/refused.ts'
import { importerOf } from '../../src/importers/registry.ts'
import { collected, hasCollection } from '../support/collection.ts'
import { importedFile } from '../support/imported.ts'

interface Expected {
  readonly host: string
  readonly scan_id: string
  readonly elapsed: string
  readonly files: number
  readonly hits: number
  readonly detections: readonly (readonly [
    path: string,
    signature: string,
    action: string | null,
  ])[]
}

describe.skipIf(!hasCollection)('the collection', () => {
  const all = hasCollection ? globSync('{own,public}/*/*', { cwd: collected('') }) : []
  const names = all.filter((it) => it.includes('/maldet/'))
  const expected: Record<string, Expected> = hasCollection
    ? JSON.parse(readFileSync(collected('EXPECTED.json'), 'utf8'))
    : {}
  const refused = /stdout|hits\.hist|session\.hits|clamscan_log/
  const sessions = names.filter((it) => /session\.\d|quarantine-disabled/.test(it))

  it.each(sessions)('%s holds what was counted', async (name) => {
    const { host, scan_id, elapsed, files, hits, detections } =
      expected[name.replace(/^\w+\//, '')] ?? ({} as Expected)
    const session = await importedFile('maldet', collected(name))
    expect(session.malwareRuns).toMatchObject([
      {
        host,
        files,
        infections: hits,
        seconds: Number.parseInt(elapsed, 10),
        summary: { scan_id },
      },
    ])
    expect(
      session.hits.map(({ path, signature, action }) => [
        path,
        signature,
        action === 'none' ? null : action,
      ]),
    ).toEqual(detections)
    expect(session.remarks).toEqual([])
  })

  it.each(names.filter((it) => refused.test(it)))('%s is refused', async (name) => {
    await expect(importedFile('maldet', collected(name))).rejects.toBeInstanceOf(Refused)
  })

  it('is claimed by nobody else, and claims nothing of others', async () => {
    for (const name of all) {
      const { head } = await fileInput(collected(name), name)
      const own = names.includes(name) && !refused.test(name)
      expect({ name, own: importerOf('maldet')?.recognises(head) }).toEqual({ name, own })
      if (own) expect(recognised(head)?.tool).toBe('maldet')
    }
  })
})
