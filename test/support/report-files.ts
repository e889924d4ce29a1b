// Real reports: those that the project holds, and the larger collection where there is one.
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { collected, hasCollection } from './collection.ts'
import { ownReport } from './imported.ts'

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? globSync('**/*', { cwd: folder })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile())
        .sort()
    : []

export const ownReports = (): string[] => filesBelow(ownReport('.'))

export const collectedReports = (): string[] =>
  hasCollection ? [...filesBelow(collected('own')), ...filesBelow(collected('public'))] : []
