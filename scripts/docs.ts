// Writes what is generated from the code: openapi.json and docs/cli.md.
import { writeFileSync } from 'node:fs'
import { generatedFiles } from './generated-files.ts'

for (const [path, text] of Object.entries(generatedFiles())) writeFileSync(path, text)
