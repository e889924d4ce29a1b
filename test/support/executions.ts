// Which statements SQLite really ran, with the work they cost. Nothing is replaced: every call goes
// through to SQLite.
import { type SQLInputValue, StatementSync } from 'node:sqlite'

export interface Execution {
  readonly sql: string
  readonly parameters: readonly SQLInputValue[]
  /** Steps of SQLite's virtual machine: work, whatever the speed of the machine. */
  readonly steps: number
}

// Newer than the type definitions.
type Counted = StatementSync & { stat(counter: 'vmStep'): number }

const METHODS = ['all', 'get', 'run', 'iterate'] as const

/** The statements that ran in this thread during `work`, in order; a look at a plan is none. */
export async function executions(work: () => Promise<unknown>): Promise<Execution[]> {
  const seen: Execution[] = []
  const prototype = StatementSync.prototype as unknown as Record<string, unknown>
  const originals = METHODS.map((method) => [method, prototype[method]] as const)
  for (const [method, original] of originals) {
    prototype[method] = function (this: Counted, ...parameters: SQLInputValue[]) {
      const before = this.stat('vmStep')
      const result = (original as (...values: unknown[]) => unknown).apply(this, parameters)
      if (!this.sourceSQL.startsWith('explain'))
        seen.push({ sql: this.sourceSQL, parameters, steps: this.stat('vmStep') - before })
      return result
    }
  }
  try {
    await work()
  } finally {
    for (const [method, original] of originals) prototype[method] = original
  }
  return seen
}

export const isQuery = ({ sql }: Execution): boolean => /^\s*(select|with)\b/i.test(sql)
