// What is scanned and is no machine: an image, a container, a folder, a repository. Of a host the
// label in front of the first dot is a name; of these all is, or many would have the same.

/** Longer than any name of a server that is made of it. */
const MOST_CHARACTERS = 2_000

interface Form {
  readonly start: RegExp
  /** An image, a container and a folder of one name are three. */
  readonly kind: 'image' | 'container' | 'artifact' | 'folder' | 'machine'
  /** What stays the same from one scan to the next. */
  readonly nameOf: (said: string) => string
}

const asSaid = (said: string): string => said

/** How reports name them. */
const FORMS: readonly Form[] = [
  { start: /^image /, kind: 'image', nameOf: withoutTag },
  { start: /^artifact /, kind: 'artifact', nameOf: asSaid },
  // oscap-docker and oscap-podman
  {
    start: /^(?:docker|podman)-image:\/\//,
    kind: 'image',
    nameOf: (said) => withoutTag(firstName(said)),
  },
  { start: /^(?:docker|podman)-container:\/\//, kind: 'container', nameOf: firstName },
  // oscap-chroot and oscap-vm
  { start: /^chroot:\/\//, kind: 'folder', nameOf: asSaid },
  { start: /^oscap-vm image /, kind: 'machine', nameOf: asSaid },
]

/** For tools that tell in another member of the report what it is. */
export const imageHost = (image: string): string => `image ${image}`
export const artifactHost = (artifact: string): string => `artifact ${artifact}`

interface Artifact {
  readonly kind: Form['kind']
  readonly name: string
}

/**
 * `docker-image://docker.io/library/nginx:1.2` is docker.io/library/nginx: its next release replaces
 * what was found in this one. Null for the host of a machine.
 */
export function artifactOf(host: string): Artifact | null {
  const text = host.slice(0, MOST_CHARACTERS)
  const form = FORMS.find(({ start }) => start.test(text))
  if (form === undefined) return null
  const { start, kind, nameOf } = form
  // A folder is the same with and without a slash at its end.
  const name = nameOf(text.replace(start, ''))
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '')
  return { kind, name }
}

/** One that is named by its digest alone has no tag. */
function withoutTag(image: string): string {
  if (/^sha256:[0-9a-f]+$/.test(image)) return image
  return image.replace(/@sha256:.*$/s, '').replace(/:[^:/]*$/, '')
}

/** Of `a:1, a:2`, `ID [a:1 a:2]` and `ID name`. The id is another one after each build. */
function firstName(said: string): string {
  const [name = ''] = said.replace(/^[0-9a-f]{12,64} \[?(?=[^\][])/, '').split(/[\s,\]]/, 1)
  return name
}
