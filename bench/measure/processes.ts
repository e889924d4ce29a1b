// What processes cost, by the kernel's own account. A process counts with all that it started.
import { readdirSync, readFileSync } from 'node:fs'

/** Of a second; Linux shows processor time in these on every machine that this runs on. */
const TICKS = 100
const PAGE_BYTES = 4096

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It has ended.
    return undefined
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      (read(`/proc/${pid}/task/${task}/children`) ?? '').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}

const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

/** Processor time in milliseconds: of the process, its threads, and its children, ended or not. */
export function cpuMs(pids: readonly number[]): number {
  let ticks = 0
  for (const pid of pids.flatMap(treeOf)) {
    // After the name, which may have spaces in it: utime, stime, and those of ended children.
    const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')
    for (const field of [11, 12, 13, 14]) ticks += Number(fields?.[field] ?? 0)
  }
  return (ticks * 1000) / TICKS
}

/** Memory that is in use now, in bytes. */
export const memoryBytes = (pid: number): number =>
  Number(read(`/proc/${pid}/statm`)?.split(' ')[1] ?? 0) * PAGE_BYTES

/** The most memory that was ever in use, in bytes. */
export const peakMemoryBytes = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? 0) * 1024
