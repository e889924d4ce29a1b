import type { Selectable } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** Rows as the tables hold them. */
export type DemoRows = { readonly [Name in keyof Tables]: readonly Selectable<Tables[Name]>[] }
