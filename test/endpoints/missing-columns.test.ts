// contract 5: a missing column is a failed query, also while there is no row to show it of. Else it
// would be noticed with the first detection, when the answer is needed most.
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import type { TableName } from '../../src/database/schema/schema.ts'
import { isMysql } from '../support/servers/mariadb.ts'
import { withoutChecksOf } from '../support/servers/mysql-checks.ts'
import { testService } from '../support/service.ts'

it.each<[path: string, table: TableName, column: string]>([
  ['/api/malware.php', 'malware_detections', 'action_taken'],
  ['/api/malware.php', 'malware_detections', 'file_path'],
  ['/api/compliance-scans.php?action=findings', 'compliance_findings', 'check_name'],
  ['/api/compliance-scans.php?action=findings&severity=low', 'compliance_findings', 'nist_csf'],
  ['/api/compliance-scans.php?action=findings', 'compliance_scans', 'server_type'],
  ['/api/compliance-scans.php?action=server&name=nobody', 'compliance_findings', 'check_name'],
])('%s is a 500 without %s.%s, though nothing is to be listed', async (path, table, column) => {
  const service = await testService()
  const { db } = service.database
  for (const statement of [
    ...(isMysql && inject('engine') === 'mariadb' ? await withoutChecksOf(column, table, db) : []),
    `alter table ${table} rename column ${column} to other`,
  ]) {
    await sql.raw(statement).execute(db)
  }
  const { status, body } = await service.get(path)
  expect([status, body.error]).toEqual([500, 'Database query failed'])
})
