// A report as a person reads it.
import { counted } from '../counted.ts'
import type { Report } from './check.ts'
import type { Remark } from './remark.ts'

export const isWell = ({ remarks }: Report): boolean =>
  remarks.every(({ level }) => level === 'advice')

export const printed = (report: Report): string =>
  [...report.remarks.map(paragraph), lastLine(report)].join('\n')

const paragraph = ({ level, code, where, problem, fix }: Remark): string =>
  `${level}: ${where} [${code}]
  ${problem}
  fix: ${fix.split('\n').join('\n       ')}
`

function lastLine(report: Report): string {
  const { remarks, tables, rows } = report
  const looked = `${counted(tables, 'table')}, ${counted(rows, 'row')} looked at.`
  if (remarks.length === 0) return `All is well: ${looked}\n`
  const problems = remarks.filter(({ level }) => level === 'problem').length
  const advice = `${remarks.length - problems} advice`
  if (problems === 0) return `No problem, ${advice}: ${looked}\n`
  return `${counted(problems, 'problem')}, ${advice}.\n`
}
