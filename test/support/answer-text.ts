import type { Answers } from '../../src/answers/answers.ts'

/** The whole body, however it comes. */
export async function textOf(answer: Awaited<ReturnType<Answers['answer']>>): Promise<string> {
  if (answer instanceof Uint8Array) return Buffer.from(answer).toString()
  const chunks: Uint8Array[] = []
  for await (const chunk of answer.chunks()) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}
