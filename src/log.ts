// The log: one JSON object a line on standard output; readable where a person's terminal is attached.
import { type DestinationStream, type Logger, pino, symbols } from 'pino'
import { PinoPretty } from 'pino-pretty'

/** As pino counts. */
const INFO = 30

const LOUDER = ['warn', 'error', 'fatal'] as const

/** How much may wait for whoever reads the log, who may be slow, stuck, or not there at all. */
const MOST_UNWRITTEN = 8_000_000

export function createLog(
  level: string,
  output: NodeJS.WriteStream,
  /** Milliseconds since 1970. */
  clock: () => number,
): Logger {
  const options = { level, base: null, timestamp: timestamps(clock) }
  if (output.isTTY) {
    return pino(options, PinoPretty({ destination: output, singleLine: true, colorize: true }))
  }
  // A warning, or as loud as it takes to be heard.
  const tell = (lines: number) =>
    log[LOUDER.find((level) => log.isLevelEnabled(level)) ?? 'fatal']({ lines }, 'log lines lost')
  const log = inOnePiece(pino(options, byTurns(output, tell)))
  return log
}

interface Lines {
  [symbols.asJsonSym](members: object, message: string, level: number, time: string): string
}

/**
 * Nearly every line is that of a request, and pino writes it member by member: to write its members
 * at once takes a third of the time. What is worse than a request may hold errors: those are pino's.
 */
function inOnePiece(log: Logger): Logger {
  const lines = log as unknown as Lines
  const byMember = lines[symbols.asJsonSym]
  lines[symbols.asJsonSym] = (members, message, level, time) =>
    level > INFO
      ? byMember.call(log, members, message, level, time)
      : `{"level":${level}${time},${JSON.stringify({ ...members, msg: message }).slice(1)}\n`
  return log
}

/** Many requests end within one millisecond: its text is made once. */
function timestamps(clock: () => number): () => string {
  let [last, text] = [Number.NaN, '']
  return () => {
    const now = clock()
    if (now !== last) [last, text] = [now, `,"time":"${new Date(now).toISOString()}"`]
    return text
  }
}

/**
 * The lines of one turn of the event loop are written at once: under load a write for each would
 * cost more than the line itself. Whatever is worse than a request is written without delay.
 * Lines for which there is no room are dropped; `tell` is told how many, once there is.
 */
function byTurns(output: NodeJS.WriteStream, tell: (lost: number) => void): DestinationStream {
  let [lines, lost] = ['', 0]
  const flush = () => {
    const text = lines
    lines = ''
    if (text === '') return
    if (output.writableLength > MOST_UNWRITTEN) {
      lost += text.split('\n').length - 1
      return
    }
    if (lost > 0) {
      const before = lost
      lost = 0
      // Comes back here with a line of its own.
      tell(before)
    }
    output.write(text)
  }
  const stream = {
    // Asks pino for the level of each line.
    [symbols.needsMetadataGsym]: true,
    lastLevel: INFO,
    write(line: string) {
      if (lines === '') setImmediate(flush)
      lines += line
      if (stream.lastLevel > INFO) flush()
    },
  }
  return stream
}
