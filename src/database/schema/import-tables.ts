// Tables that only the importers have: where every stored row comes from, and who resolved what.
// The service never reads them, so a database without them can be served all the same.
import type { Index } from './indexes.ts'
import { type ImportKind, SCHEMA, type TableName } from './schema.ts'
import type { RowsOf, Tables } from './tables.ts'

export const IMPORT_SCHEMA = {
  // one line for each stored file
  secdash_imports: {
    import_id: 'id',
    tool: 'name',
    tool_version: 'optionalText',
    source_name: 'text',
    content_hash: 'hash',
    options_hash: 'hash',
    size_bytes: 'count',
    imported_at: 'dateTime',
  },
  // one for each run in it; row_id is the scan_id, or the posture_id
  secdash_import_runs: {
    run_id: 'id',
    import_id: 'count',
    position: 'count',
    kind: 'name',
    tool: 'name',
    server_name: 'name',
    scan_date: 'dateTime',
    row_id: 'count',
    fingerprint: 'hash',
    may_grow: 'count',
    superseded_by: 'optionalId',
  },
  // one for each detection that a run found, and the last run that found it again
  secdash_import_detections: {
    detection_id: 'key',
    scan_type: 'name',
    server_name: 'name',
    identity: 'hash',
    path_hash: 'hash',
    first_run_id: 'count',
    last_run_id: 'count',
    last_seen_at: 'dateTime',
  },
  // one for each time that something was resolved or reopened
  secdash_resolutions: {
    resolution_id: 'id',
    kind: 'name',
    row_id: 'count',
    outcome: 'name',
    changed_at: 'dateTime',
    changed_by: 'text',
    note: 'textOrEmpty',
  },
  // one row, that whoever stores something holds meanwhile
  secdash_import_turn: {
    turn_id: 'key',
    turn: 'count',
  },
} as const satisfies Record<string, Readonly<Record<string, ImportKind>>>

type ImportTableName = keyof typeof IMPORT_SCHEMA

export const IMPORT_TABLE_NAMES = Object.keys(IMPORT_SCHEMA) as ImportTableName[]

/** Everything that `migrate` makes. */
export const WHOLE_SCHEMA = { ...SCHEMA, ...IMPORT_SCHEMA }
export type AnyTableName = TableName | ImportTableName

export const IMPORT_INDEXES: readonly Index<ImportTableName>[] = [
  // has this file been stored
  {
    name: 'secdash_imports_content',
    table: 'secdash_imports',
    columns: ['content_hash'],
    of: 'all',
  },
  // has this run been stored
  {
    name: 'secdash_import_runs_fingerprint',
    table: 'secdash_import_runs',
    columns: ['fingerprint'],
    of: 'all',
  },
  {
    name: 'secdash_import_runs_import',
    table: 'secdash_import_runs',
    columns: ['import_id'],
    of: 'all',
  },
  // the other runs of a tool on a server
  {
    name: 'secdash_import_runs_server',
    table: 'secdash_import_runs',
    columns: ['server_name', 'tool', 'scan_date', 'row_id'],
    of: 'all',
  },
  // the same file with the same signature
  {
    name: 'secdash_import_detections_identity',
    table: 'secdash_import_detections',
    columns: ['identity'],
    of: 'all',
  },
  // what was found in a file, or anywhere on a server
  {
    name: 'secdash_import_detections_path',
    table: 'secdash_import_detections',
    columns: ['scan_type', 'server_name', 'path_hash'],
    of: 'all',
  },
  {
    name: 'secdash_resolutions_row',
    table: 'secdash_resolutions',
    columns: ['kind', 'row_id'],
    of: 'all',
  },
]

export const FIRST_TURN = 'insert into secdash_import_turn (turn_id, turn) values (1, 0)'

export type RunKind = 'malware' | 'compliance' | 'posture'
export type Resolvable = 'detection' | 'finding'

export type ImportTables = RowsOf<typeof IMPORT_SCHEMA> & {
  secdash_import_runs: { kind: RunKind }
  secdash_resolutions: { kind: Resolvable; outcome: 'resolved' | 'reopened' }
}

/** All that a program with the right to write may touch. */
export type WritableTables = Tables & ImportTables
