// A database outside of WAL mode with the journal of a writer that was ended in the middle.
import { readFileSync } from 'node:fs'
import { createDatabase } from './faults.ts'
import { elsewhere } from './other-process.ts'

/** What the writer had not committed. */
export const TORN = `select 1 from compliance_findings where finding_summary like 'torn %'`

/** The file as it was, and what such a writer has made of it: `.torn`, with its journal. */
export async function createTorn(path: string): Promise<void> {
  await createDatabase(path, 1)
  await elsewhere(
    path,
    `sql('pragma journal_mode = delete')
    fs.copyFileSync(path, path + '.writing')
    const db = new DatabaseSync(path + '.writing')
    // With so little memory, pages get into the file before the end of the transaction.
    db.exec('pragma cache_size = 2; pragma cache_spill = 2; begin immediate')
    db.exec("update compliance_findings set finding_summary = 'torn ' || hex(randomblob(3000))")
    for (const part of ['', '-journal']) fs.copyFileSync(path + '.writing' + part, path + '.torn' + part)
    db.close()`,
  )
  if (!readFileSync(`${path}.torn`).includes('torn ')) throw new Error('nothing was left behind')
}

/** The journal alone: so it looks to a reader when a writer begins at the wrong moment. */
export const beginJournal = (path: string): Promise<void> =>
  elsewhere(path, `fs.copyFileSync(path + '.torn-journal', path + '-journal')`)

/** What is left behind when the writer is ended in the middle. */
export const tear = (path: string): Promise<void> =>
  elsewhere(
    path,
    `for (const part of ['', '-journal']) fs.copyFileSync(path + '.torn' + part, path + part)`,
  )
