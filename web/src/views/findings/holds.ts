import type { OpenFinding } from '../../data/wire.ts'

/** Whether a finding has the text anywhere that people would look. */
export const holds = (it: OpenFinding, wanted: string): boolean =>
  [it.finding_summary, it.check_name, it.check_id, it.server_name, it.finding_details].some(
    (text) => text.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
