// A log lies beside the name by which a file was opened. By another name nobody sees it, and answers are
// of what the file held before; nor do the locks help any more.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import type { Inspected } from '../inspection/inspection.ts'

/** What the system says of its mounts; there is none but on Linux. */
const MOUNTS = '/proc/self/mountinfo'

/** null where the file has the one name. */
export function otherNameOf(path: string, mounts = MOUNTS): Inspected | null {
  const { nlink } = statSync(path)
  if (nlink > 1) {
    return {
      where: path,
      problem: `the file has ${nlink} names (hard links): what is written by another of them is seen late, and may break it`,
      fix: [
        'Leave it one name, by which all programs open it. The others are found with: find / -xdev -samefile FILE',
      ],
    }
  }
  if (!mountPoints(mounts).includes(realpathSync.native(path))) return null
  return {
    where: path,
    problem:
      'the file is mounted without its folder: what others write to it is seen late, and may break it',
    fix: [
      'Mount the folder, never the file. Of a container: docker run -v /var/lib/secdash:/var/lib/secdash',
    ],
  }
}

function mountPoints(mounts: string): string[] {
  let text: string
  try {
    text = readFileSync(mounts, 'utf8')
  } catch {
    return []
  }
  return text.split('\n').map((line) => unescaped(line.split(' ')[4] ?? ''))
}

/** Spaces, line ends and backslashes of a path stand there as \040 and the like. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
