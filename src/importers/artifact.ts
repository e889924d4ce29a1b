// What is scanned and is no machine: an image, a container, a folder, a repository. Of a host the
// label in front of the first dot is a name; of these all is, or many would have the same.

/** Longer than any name of a server that is made of it. */
const MOST_CHARACTERS = 2_000

/** How reports name them, and what of that stays the same from one scan to the next. */
const FORMS: readonly (readonly [form: RegExp, nameOf: (said: string) => string])[] = [
  [/^image /, withoutTag],
  [/^artifact /, (said) => said],
  // oscap-docker and oscap-podman
  [/^(?:docker|podman)-image:\/\//, (said) => withoutTag(firstName(said))],
  [/^(?:docker|podman)-container:\/\//, firstName],
  // oscap-chroot and oscap-vm
  [/^chroot:\/\//, (said) => said],
  [/^oscap-vm image /, (said) => said],
]

/** For tools that tell in another member of the report what it is. */
export const imageHost = (image: string): string => `image ${image}`
export const artifactHost = (artifact: string): string => `artifact ${artifact}`

/**
 * `docker-image://docker.io/library/nginx:1.2` is docker.io/library/nginx: its next release replaces
 * what was found in this one. Null for the host of a machine.
 */
export function artifactOf(host: string): string | null {
  const text = host.slice(0, MOST_CHARACTERS)
  const form = FORMS.find(([start]) => start.test(text))
  if (form === undefined) return null
  const [start, nameOf] = form
  // A folder is the same with and without a slash at its end.
  return nameOf(text.replace(start, ''))
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '')
}

function withoutTag(image: string): string {
  return image.replace(/@sha256:.*$/s, '').replace(/:[^:/]*$/, '')
}

/** Of `a:1, a:2`, `ID [a:1 a:2]` and `ID name`. The id is another one after each build. */
function firstName(said: string): string {
  const [name = ''] = said.replace(/^[0-9a-f]{12,64} \[?(?=[^\][])/, '').split(/[\s,\]]/, 1)
  return name
}
