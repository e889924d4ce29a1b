// Writes what is generated from the code: openapi.json, docs/cli.md and the examples of answers.
import { readFileSync, writeFileSync } from 'node:fs'
import { demoAnswers } from './demo-answers.ts'
import { withExamples } from './examples.ts'
import { generatedFiles } from './generated-files.ts'

for (const [path, text] of Object.entries(generatedFiles())) writeFileSync(path, text)

const answers = await demoAnswers()
for (const path of ['README.md', 'docs/api.md']) {
  writeFileSync(path, await withExamples(readFileSync(path, 'utf8'), answers))
}
await answers.close()
