// The tables of an operator who knew nothing of ours: one for both kinds of scans, dates as numbers,
// texts and parts, codes instead of words, rows that are deleted by a flag.
import type { Dialect } from './dialects.ts'

const columns = ({ types }: Dialect): Readonly<Record<string, readonly string[]>> => ({
  scan_runs: [
    'run_kind smallint not null',
    'run_no bigint not null',
    `subject ${types.name} not null`,
    `subject_class ${types.name}`,
    'began bigint not null',
    'ended bigint not null',
    'outcome smallint',
    ...['files', 'hits', 'planned', 'done', 'passed_over'].map((it) => `${it} ${types.count}`),
    ...['n_crit', 'n_high', 'n_med', 'n_low', 'n_fine'].map((it) => `${it} ${types.count}`),
    `grade_points ${types.score}`,
    ...['part_a', 'part_b', 'free_json'].map((it) => `${it} ${types.text}`),
    'part_n bigint',
    `is_deleted ${types.flag} not null`,
    'primary key (run_kind, run_no)',
  ],
  actions: ['code smallint primary key', `label ${types.name} not null`],
  threats: [
    'threat_no bigint primary key',
    'run_no bigint',
    `tool ${types.name} not null`,
    ...['folder', 'file', 'rule'].map((it) => `${it} ${types.text} not null`),
    `grade ${types.grade}`,
    'action_code smallint not null',
    'seen_ms bigint not null',
    'cleared_ms bigint not null',
    `is_deleted ${types.flag} not null`,
  ],
  issues: [
    'issue_no bigint primary key',
    'run_no bigint not null',
    `topic ${types.name} not null`,
    'verdict smallint not null',
    'level smallint not null',
    ...['title', 'code', 'summary', 'body', 'advice'].map((it) => `${it} ${types.text} not null`),
    ...['path', 'service'].map((it) => `${it} ${types.text}`),
    `refs ${types.json} not null`,
    'seen varchar(20) not null',
    `is_deleted ${types.flag} not null`,
  ],
  tickets: [
    'issue_no bigint primary key',
    'closed varchar(20)',
    ...['closed_by', 'note'].map((it) => `${it} ${types.text}`),
  ],
  reviews: [
    'review_no bigint primary key',
    `day ${types.day} not null`,
    'second_of_day integer not null',
    ...['policy', 'pentest', 'response', 'alerting'].map((it) => `${it} ${types.score} not null`),
    'controls_done bigint not null',
    'controls_open bigint not null',
    `is_deleted ${types.flag} not null`,
  ],
  review_incidents: [
    'review_no bigint not null',
    'level smallint not null',
    'incidents bigint not null',
    'primary key (review_no, level)',
  ],
})

export const createTables = (dialect: Dialect): string[] => [
  ...dialect.first,
  ...Object.entries(columns(dialect)).map(
    ([table, lines]) => `create table ${table} (${lines.join(', ')})`,
  ),
]
