// Which server a report of InSpec is of.
import type { Context } from '../../importer.ts'
import { Refused } from '../../refused.ts'

const CLOUDS = /^(?:aws|azure|gcp)$/

export const isCloud = (platform: string): boolean => CLOUDS.test(platform)

export const serverTypeOf = (platform: string): string =>
  isCloud(platform) ? `${platform}-account` : 'server'

/** Made of the empty text: every container without a machine-id has it. */
const OF_NOTHING = 'da39a3ee-5e6b-5b0d-b255-bfef95601890'

/** Under one name each container would close what was found in the others. */
export function mustBeNamed(host: string | null, { isServerSaid }: Context): void {
  if (host !== OF_NOTHING || isServerSaid) return
  throw new Refused(
    'it does not say what was scanned: every container without a machine-id has its target_id; give --server, with another name for each container',
  )
}
