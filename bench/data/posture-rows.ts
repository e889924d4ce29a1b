import { chance } from './chance.ts'
import { DAY_SECONDS, dateBefore } from './dates.ts'
import type { Filling, Row } from './filling.ts'

const STREAM = 2 ** 30 + 2
const ROWS_A_DAY = 4

export function* postureScores({ size, seed, newestMs }: Filling): Generator<Row> {
  const next = chance(seed, STREAM)
  const rows = size.days * ROWS_A_DAY
  for (let row = 0; row < rows; row++) {
    yield [
      row + 1,
      dateBefore(newestMs, ((rows - 1 - row) * DAY_SECONDS) / ROWS_A_DAY),
      70 + next(30),
      60 + next(40),
      80 + next(20),
      75 + next(25),
      180 + next(20),
      210,
      next(2),
      next(4),
      next(8),
      next(12),
    ]
  }
}
