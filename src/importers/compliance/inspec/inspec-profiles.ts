// Which controls of a report count. A profile that builds upon others lists their controls again,
// without results.
import type { JsonObject } from '../../input/json.ts'
import { objectsOf, textOf } from '../../input/json-values.ts'

export interface Control {
  readonly profile: string
  readonly control: JsonObject
}

export const nameOf = (profile: JsonObject): string => textOf(profile['name']) || 'without a name'

/** Those of the profiles that no other builds upon, and what other profiles tested themselves. */
export function controlsIn(document: JsonObject): readonly Control[] {
  const profiles = objectsOf(document['profiles'])
  const upper = new Set(profiles.map((it) => textOf(it['parent_profile'])).filter(Boolean))
  return profiles.flatMap((profile) =>
    objectsOf(profile['controls'])
      .filter((it) => !upper.has(nameOf(profile)) || objectsOf(it['results']).length > 0)
      .map((control) => ({ profile: nameOf(profile), control })),
  )
}
