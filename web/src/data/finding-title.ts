import type { OpenFinding } from './wire.ts'

type Named = Pick<OpenFinding, 'finding_summary' | 'check_name' | 'check_id'>

/** What a finding is called; a row without a word could not be told from the next. */
export const titleOf = ({ finding_summary, check_name, check_id }: Named): string =>
  [finding_summary, check_name, check_id].find((it) => it.trim() !== '') ?? 'no summary'
