import { readdirSync, readlinkSync } from 'node:fs'

/** The files that this process has open although they have lost their names. */
export const openWithoutName = (): string[] =>
  readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`)
      } catch {
        return ''
      }
    })
    .filter((name) => name.endsWith(' (deleted)'))
    .map((name) => name.slice(0, -' (deleted)'.length))
