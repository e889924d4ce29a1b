// Whether who writes and who reads share all that there is of a file.
import type { Looking } from './looking.ts'
import { problem, type Remark } from './remark.ts'

export async function otherName({ inspector }: Looking): Promise<Remark[]> {
  const told = await inspector.otherName()
  return told === null ? [] : [problem('other-name', told.where, told.problem, ...told.fix)]
}
