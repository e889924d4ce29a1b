// The package brings no Node of its own: `strip` takes it out of package.json while npm packs,
// `restore` puts the file back as it was.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

const MANIFEST = 'package.json'
const ORIGINAL = 'package.json.original'
const CHECKOUT_ONLY = [
  'optionalDependencies',
  'devDependencies',
  'overrides',
  'scripts',
  'allowScripts',
]
const [action] = process.argv.slice(2)

if (action === 'strip') {
  const text = readFileSync(MANIFEST, 'utf8')
  const manifest = JSON.parse(text)
  for (const name of CHECKOUT_ONLY) delete manifest[name]
  writeFileSync(ORIGINAL, text)
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
} else if (action === 'restore') {
  renameSync(ORIGINAL, MANIFEST)
} else {
  throw new Error('say strip or restore')
}
