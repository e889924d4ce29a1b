// The log: one JSON object a line on standard output; readable where a person's terminal is attached.
import { type Logger, pino } from 'pino'
import { PinoPretty } from 'pino-pretty'

export type { Logger }

export function createLog(level: string, output: NodeJS.WriteStream): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  if (!output.isTTY) return pino(options, output)
  return pino(options, PinoPretty({ destination: output, singleLine: true, colorize: true }))
}
