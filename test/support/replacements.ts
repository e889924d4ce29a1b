// A file that is replaced by another and written to, again and again, while a service is asked about
// it without a pause.
import { expectGood } from './fault-checks.ts'
import { createDatabase, emptyLog } from './faults.ts'
import { generationsIn, problemsOf } from './generation-check.ts'
import { elsewhere } from './other-process.ts'
import type { ServingProcess } from './serving-process.ts'
import { EVERY_URL } from './started-service.ts'

/** As a producer does that comes and goes. */
export const WRITES = `sql('create table if not exists mine (x); insert into mine values (1)')`

const CLIENTS = 6

/** What was wrong with any answer. The file is to hold generation 1. */
export async function problemsOfReplacements(
  path: string,
  service: Pick<ServingProcess, 'get' | 'ended'>,
  { replacements, untilMs = Number.POSITIVE_INFINITY }: { replacements: number; untilMs?: number },
): Promise<{ readonly problems: readonly string[]; readonly replaced: number }> {
  let placed = 1
  let isOver = false
  const problems: string[] = []

  async function client(offset: number) {
    for (let i = offset; !isOver; i++) {
      const url = EVERY_URL[i % EVERY_URL.length] as string
      const due = placed
      const { status, body } = await service.get(url)
      const wrong = status === 200 ? problemsOf(url, body) : [`${status} ${JSON.stringify(body)}`]
      const [g = 0] = generationsIn(body)
      if (g < due) wrong.push(`shows ${g}, ${due} was in place`)
      problems.push(...wrong.map((it) => `${url}: ${it}`))
    }
  }

  async function replace() {
    const g = placed + 1
    await createDatabase(`${path}.new`, g)
    // The log is emptied into the file before that is replaced, as it should be.
    await emptyLog(path)
    await elsewhere(path, `fs.renameSync(path + '.new', path)`)
    placed = g
    // Nothing protects a producer from a log that somebody still has open with the old file.
    await expectGood(service, g)
    await elsewhere(path, WRITES)
  }

  async function replaceOften() {
    while (placed <= replacements && problems.length === 0 && Date.now() < untilMs) await replace()
  }

  const work = [replaceOften(), ...Array.from({ length: CLIENTS }, (_, i) => client(i))]
  const orSayWhy = async (part: Promise<void>) => {
    await part.catch((error) => problems.push(String(error.cause ?? error)))
    isOver = true
  }
  await Promise.all(work.map(orSayWhy))
  if (service.ended() !== null) problems.push(`the service ended: ${service.ended()}`)
  return { problems, replaced: placed - 1 }
}
