// Where the project lies, and its version.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder above src, or above dist: what is built lies in dist itself, not in rooms. */
export const PROJECT = join(import.meta.dirname, '..')

export const version: string = JSON.parse(
  readFileSync(join(PROJECT, 'package.json'), 'utf8'),
).version
