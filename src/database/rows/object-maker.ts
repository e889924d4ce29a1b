// Functions that are written for the objects that they make. V8 gives an object literal a layout of
// its own; an object that is filled in a loop takes ten times as long to make. Names are those of
// our own queries and shapes, never of a request.

/** Makes an object with these names of the values in an array. */
export function objectOf(names: readonly string[]): (values: readonly unknown[]) => object {
  const members = names.map((name, place) => `${JSON.stringify(name)}: values[${place}]`)
  return new Function('values', `return { ${members.join()} }`) as ReturnType<typeof objectOf>
}

type Read = (value: unknown, name: string) => unknown

/** Makes an object of another one: each member as it is read by the function of its name. */
export function objectBy(shape: Readonly<Record<string, Read>>): (from: object) => object {
  const names = Object.keys(shape).map((name) => JSON.stringify(name))
  const reads = names.map((_, place) => `read${place}`)
  const members = names.map((name, place) => `${name}: read${place}(from[${name}], ${name})`)
  const make = new Function(...reads, `return (from) => ({ ${members.join()} })`)
  return make(...Object.values(shape))
}
