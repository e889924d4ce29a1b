// Records of a report as one value: to know a run again, and to see that a file has changed.
import { createHash } from 'node:crypto'
import type { Report } from '../../importers/report.ts'

export interface Digest {
  add(line: string): void
  end(): string
}

/** A log names millions of clean files, and each call of a hash takes longer than a short line. */
const LOT = 16_384

export function digest(): Digest {
  const hash = createHash('sha256')
  let lines = ''
  return {
    add(line) {
      lines += `${line}\n`
      if (lines.length < LOT) return
      hash.update(lines)
      lines = ''
    },
    end: () => hash.update(lines).digest('hex'),
  }
}

/** All that was read. */
export const contentOf = (report: Report): string =>
  report.kind === 'clean-file' ? report.path : JSON.stringify(report)

/**
 * What a run is known by. Whether it is complete may depend on what else its file holds, and how
 * severe something is on what the person says. Which of its times it has tells nothing of it.
 */
export function toldBy(report: Report): string {
  if (report.kind === 'malware-run') {
    const unsaid = { complete: undefined, isDatedByEnd: undefined, isDatedByLast: undefined }
    return JSON.stringify({ ...report, ...unsaid })
  }
  return JSON.stringify('severity' in report ? { ...report, severity: undefined } : report)
}
