// Which server an answer was read from, where its watch tells of every change to what was read.
import { TABLE_NAMES } from '../schema/schema.ts'
import { SERVER } from './watch-line.ts'

/**
 * Read in the snapshot of an answer. Only tables, whole or in partitions: what views, foreign
 * tables and policies show may depend on more than the transactions of this server. It begins with
 * `select`, by which it is prepared.
 */
export const ORIGIN = `select case when not pg_is_in_recovery() and ${TABLE_NAMES.length} = (
    select count(*) from pg_class as relation
    where oid in (${TABLE_NAMES.map((it) => `to_regclass('${it}')`)}) and not relrowsecurity
      and (relkind = 'r' and not relhassubclass or relkind = 'p' and not exists (
        select from pg_partition_tree(relation.oid) as part
        join pg_class as piece on piece.oid = part.relid
        where piece.relkind not in ('r', 'p')
      ))
  ) then ${SERVER} end as origin`
