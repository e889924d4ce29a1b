// The posture answer with its type, as a client receives it.
import type { PostureResponse } from '../../src/posture/response.ts'
import type { Wire } from '../../src/shapes.ts'
import type { TestService } from './service.ts'

export const POSTURE = '/api/posture.php'

export async function postureOf({ get }: TestService, query = ''): Promise<Wire<PostureResponse>> {
  const { status, body } = await get(POSTURE + query)
  if (status !== 200) throw new Error(`${POSTURE}${query} answered ${status}`)
  return body
}
