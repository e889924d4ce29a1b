/** The result, or an error when it takes longer. What is waited for goes on by itself. */
export async function within<Result>(
  ms: number,
  result: Promise<Result>,
  late: () => Error,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), ms)
  return await Promise.race([result, promise]).finally(() => clearTimeout(timer))
}
