// Binary collations compare byte for byte. The name differs between MariaDB and MySQL, and the
// common utf8mb4_bin ignores trailing spaces, so the table's own default says it.
import { NAME_LENGTH } from '../../names.ts'
import { type AnyColumns, type ColumnOf, createTable } from '../schema/schema.ts'

/** Whatever the mode: by default MariaDB takes 0000-00-00 and 2026-00-10, in another 2026-02-30. */
const isOfCalendar = (column: string) => `from_days(to_days(${column})) <=> cast(${column} as date)`

export const columnOf: ColumnOf = {
  id: () => 'bigint not null auto_increment primary key',
  name: (column) => `varchar(${NAME_LENGTH}) not null check (char_length(${column}) > 0)`,
  text: () => 'longtext not null',
  textOrEmpty: () => `longtext not null default ('')`,
  action: () => `varchar(${NAME_LENGTH}) not null default 'none'`,
  optionalText: () => 'longtext',
  dateTime: (column) => `datetime not null check (${isOfCalendar(column)})`,
  optionalDateTime: (column) => `datetime check (${isOfCalendar(column)})`,
  count: (column) => `bigint not null default 0 check (${column} >= 0)`,
  score: (column) => `double not null check (${column} between 0 and 100)`,
  optionalScore: (column) => `double check (${column} between 0 and 100)`,
  severity: () => `varchar(8) not null check (severity in ('critical', 'high', 'medium', 'low'))`,
  json: (column) => `longtext default ('{}') check (json_valid(${column}))`,
  malwareScan: () =>
    'bigint, foreign key (scan_id) references malware_scans (scan_id) on delete set null',
  complianceScan: () =>
    'bigint not null, foreign key (scan_id) references compliance_scans (scan_id) on delete cascade',
  key: () => 'bigint not null primary key',
  hash: () => 'char(64) not null',
  optionalId: () => 'bigint',
}

/** `varchar(255)` of `varchar(255) not null check …`. */
export const typeIn = (definition: string): string => /^\w+(\(\d+\))?/.exec(definition)?.[0] ?? ''

export const tableOf = (table: string, columns: AnyColumns, collation: string): string =>
  createTable(
    table,
    columns,
    columnOf,
    `engine = InnoDB row_format = dynamic default charset = utf8mb4 collate = ${collation}`,
  )
