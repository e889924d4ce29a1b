// An answer that is kept must be, at any later moment at which it says that it still holds, what
// would be computed then: windows, days, changes of the clocks, and what is written when it is sent.
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { computeWith } from '../../src/answers/compute.ts'
import type { Question } from '../../src/answers/questions.ts'
import { bytesAt } from '../../src/answers/remembering/moving.ts'
import { engineAt } from '../../src/database/connect.ts'
import { databaseReader } from '../../src/database/reader.ts'
import { momentOf, wallClock } from '../../src/time.ts'
import { stillHolds } from '../../src/true-while.ts'
import { temporaryDatabase } from '../support/database.ts'
import { complianceScan, detection, malwareScan, posture } from '../support/rows.ts'

const QUESTIONS: readonly Question[] = [
  { ask: 'malware' },
  { ask: 'posture', days: 30 },
  { ask: 'posture', days: 1 },
  { ask: 'compliance.summary' },
  { ask: 'compliance.history', server: null, days: 30 },
  { ask: 'compliance.history', server: 'web-01', days: 1 },
]

/** Around a change of the clocks, as seen at its end and from 30 days later. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/Havana', 'Australia/Lord_Howe']
const MOMENTS = [
  Date.UTC(2026, 9, 25, 0, 30),
  Date.UTC(2026, 10, 24, 0, 30),
  Date.UTC(2026, 2, 29, 0, 30),
  Date.UTC(2026, 10, 1, 4, 30),
  Date.UTC(2026, 3, 4, 14, 30),
]
const HOUR_S = 3_600
const DAY_S = 86_400

/** How long before the moment a row is dated: near the edges of windows and of days. */
const ages = fc
  .tuple(fc.constantFrom(-1, 0, 1, 29, 30, 31), fc.integer({ min: -2 * HOUR_S, max: 2 * HOUR_S }))
  .map(([days, seconds]) => days * DAY_S + seconds)

const cases = fc.record({
  zone: fc.constantFrom(...ZONES),
  start: fc.constantFrom(...MOMENTS),
  ages: fc.array(ages, { minLength: 1, maxLength: 6 }),
  steps: fc.array(fc.integer({ min: 1, max: 2 * HOUR_S }), { minLength: 3, maxLength: 6 }),
})

/** While the window's beginning is put back from 3 to 2 o'clock, a scan of 2:20 enters it again. */
const PUT_BACK = {
  zone: 'Europe/Berlin',
  start: Date.UTC(2026, 10, 24, 0, 30),
  ages: [30 * DAY_S + 600],
  steps: [1_200, 1_200, 1_200],
}

/** Midnight comes, and what is dated tomorrow was not yet there at the end of the day before. */
const NEXT_DAY = {
  zone: 'America/Havana',
  start: Date.UTC(2026, 9, 25, 0, 30),
  ages: [0, -DAY_S],
  steps: [2 * HOUR_S, 2 * HOUR_S, 2 * HOUR_S],
}

/** The same where it is tomorrow for longer than in UTC. */
const NEXT_DAY_AHEAD = {
  ...NEXT_DAY,
  zone: 'Australia/Lord_Howe',
  start: Date.UTC(2026, 10, 24, 12),
}

it('a kept answer that still holds is what would be computed now', async () => {
  const { url, db, insert } = await temporaryDatabase()
  const reader = databaseReader(engineAt(url))
  onTestFinished(() => reader.close())
  const compute = computeWith(reader)
  let held = 0
  let ended = 0

  await fc.assert(
    fc.asyncProperty(cases, async ({ zone, start, ages, steps }) => {
      for (const table of ['malware_scans', 'malware_detections', 'posture_scores'] as const) {
        await db.deleteFrom(table).execute()
      }
      await db.deleteFrom('compliance_scans').execute()
      const at = (age: number) => wallClock(momentOf(start - age * 1000, zone))
      for (const age of ages) {
        await insert('malware_scans', malwareScan({ scan_date: at(age) }))
        await insert('posture_scores', posture({ recorded_at: at(age) }))
        await insert('compliance_scans', complianceScan({ scan_date: at(age) }))
        await insert('malware_detections', detection({ detected_at: at(age + HOUR_S) }))
      }
      const begin = momentOf(start, zone)
      for (const question of QUESTIONS) {
        const kept = await compute(question, begin)
        let now = begin
        for (const step of steps) {
          now = { ...now, epochSeconds: now.epochSeconds + step }
          const isHeld = kept.conditions.every((it) => stillHolds(it, now))
          if (!isHeld) {
            ended++
            continue
          }
          held++
          const fresh = await compute(question, now)
          expect(bytesAt(kept, now).toString()).toBe(Buffer.from(fresh.bytes).toString())
        }
      }
    }),
    { numRuns: 60, examples: [[PUT_BACK], [NEXT_DAY], [NEXT_DAY_AHEAD]] },
  )
  // Both happened, or nothing was shown.
  expect(held).toBeGreaterThan(100)
  expect(ended).toBeGreaterThan(100)
})
