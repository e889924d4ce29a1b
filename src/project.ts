// Where the project lies, and its version.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder above src, or above dist: built files lie in dist itself, not in folders below it. */
export const PROJECT = join(import.meta.dirname, '..')

export const version: string = JSON.parse(
  readFileSync(join(PROJECT, 'package.json'), 'utf8'),
).version
