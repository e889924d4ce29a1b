import type { Importer } from '../../importer.ts'
import { outlineOf } from '../../input/json-outline.ts'
import { asffReports } from './asff.ts'
import { isAsff, isAsffOfProwler } from './asff-outline.ts'

export const securityhub: Importer = {
  tool: 'securityhub',
  about: 'compliance',
  reads: 'AWS Security Hub: findings as ASFF, however they were exported',
  // What Prowler writes for Security Hub is read here too, but it is a report of Prowler.
  recognises: (head) => isAsff(outlineOf(head)) && !isAsffOfProwler(head),
  read: (input, context) => asffReports(input, context, 'securityhub'),
}
