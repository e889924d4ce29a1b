/**
 * What a request is called in the log: eight random digits for this process, and which request of
 * it this is. A random number for each would cost as much as the rest of its line.
 */
export function requestIds(): () => string {
  const [start] = crypto.randomUUID().split('-')
  let count = 0
  return () => {
    count += 1
    return `${start}-${count}`
  }
}
