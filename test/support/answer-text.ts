import type { Answers } from '../../src/answers/answers.ts'

/** The whole body, however it comes. */
export async function textOf(answer: Awaited<ReturnType<Answers['answer']>>): Promise<string> {
  if (answer instanceof Uint8Array) return Buffer.from(answer).toString()
  const { chunks, close } = answer.open(new Promise(() => {}))
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(Buffer.from(chunk))
  await close()
  return Buffer.concat(all).toString()
}
