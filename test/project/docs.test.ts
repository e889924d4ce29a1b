// The documents say what the code does: nothing is missing, and nothing is there that is not so.
// Every check comes with a damage that it must find.
import { globSync } from 'node:fs'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoAnswers, demoAnswers } from '../../scripts/demo-answers.ts'
import { COMMANDS } from '../../src/commands/main.ts'
import { FAILURES, REFUSALS } from '../../src/errors.ts'
import { IMPORTERS } from '../../src/importers/registry.ts'
import { SEVERITY_RULES } from '../../src/importers/severities.ts'
import { PROJECT } from '../../src/project.ts'
import { SETTINGS } from '../../src/settings/settings.ts'
import { exampleProblems, unshownAnswers, untrueExamples } from '../support/documented-answers.ts'
import {
  addressProblems,
  collationProblems,
  limitProblems,
  typeProblems,
} from '../support/documented-engines.ts'
import { columnProblems, indexProblems, sqlProblems } from '../support/documented-schema.ts'
import {
  absentFiles,
  code,
  DOCUMENTS,
  deadLinks,
  difference,
  readDocument,
  rowOf,
  rows,
  section,
} from '../support/documents.ts'

interface Check {
  readonly claim: string
  readonly document: string
  /** What is wrong with a text that stands in that document's place. */
  readonly problems: (text: string) => string[] | Promise<string[]>
  readonly damage: (text: string) => string
}

let answers: DemoAnswers
beforeAll(async () => {
  answers = await demoAnswers()
})
afterAll(() => answers.close())

const SOURCE = join(PROJECT, 'src')
const ROOMS = globSync(['*', '*.ts'], { cwd: SOURCE }).map((room) =>
  extname(room) === '' ? `src/${room}/` : `src/${room}`,
)
const SCRIPTS = Object.keys(JSON.parse(readDocument('package.json')).scripts)

const SETTING_ROWS = Object.values(SETTINGS).map(({ flag, env, fallback, allowed }) =>
  rowOf(code(`--${flag}`), code(env), code(fallback) || 'none', allowed),
)

const ERROR_ROWS = [
  ...Object.values(REFUSALS).map(([status, text]) => rowOf(`${status}`, code(text))),
  ...Object.values(FAILURES).map((text) => rowOf('500', code(text))),
]

const IMPORTER_ROWS = IMPORTERS.map(({ tool, reads, about }) => rowOf(code(tool), reads, about))

const SEVERITY_ROWS = Object.entries(SEVERITY_RULES).flatMap(([group, rules]) =>
  rules.map(([pattern, severity]) => rowOf(code(group), code(pattern), severity)),
)

const without = (part: string) => (text: string) => text.replaceAll(part, '')
const and = (more: string) => (text: string) => `${text}\n${more}\n`
const lacking = (parts: readonly string[]) => (text: string) =>
  parts.filter((it) => !text.includes(it))

const CHECKS: Check[] = [
  {
    claim: 'has every setting: flag, variable, default, what is allowed',
    document: 'docs/configuration.md',
    problems: (text) => difference(SETTING_ROWS, rows(section(text, '## Settings'), 4)),
    damage: (text) => text.replace('| `8080` |', '| `8081` |'),
  },
  ...['docs/configuration.md', 'docs/deploying.md', 'docs/scaling.md'].map(
    (document): Check => ({
      claim: 'shows only addresses that can be read',
      document,
      problems: addressProblems,
      damage: and('```text\npostgres://user@host/secdash?sslmode=prefer\n```'),
    }),
  ),
  {
    claim: 'has every command',
    document: 'README.md',
    problems: lacking(COMMANDS.map(({ name }) => `secdash ${name}`)),
    damage: without('secdash config'),
  },
  {
    claim: 'has every importer: tool, what it reads, what it fills',
    document: 'docs/importers.md',
    problems: (text) => difference(IMPORTER_ROWS, rows(section(text, '## Tools'), 3)),
    damage: without('| `lynis` |'),
  },
  {
    claim: 'has the command of every importer',
    document: 'docs/importers.md',
    problems: lacking(IMPORTERS.map(({ tool }) => `secdash import ${tool} `)),
    damage: without('secdash import wpscan '),
  },
  {
    claim: 'has every severity rule, in order',
    document: 'docs/importers.md',
    problems: (text) => {
      const found = rows(section(text, '## Severities'), 3)
      return found.join() === SEVERITY_ROWS.join() ? [] : difference(SEVERITY_ROWS, found)
    },
    damage: without('| `malware` | `*worm*` | critical |\n'),
  },
  {
    claim: 'has every npm script that is for people',
    document: 'CONTRIBUTING.md',
    problems: lacking(
      SCRIPTS.filter((it) => !/^(pre|post)/.test(it)).map((it) =>
        ['start', 'test'].includes(it) ? `npm ${it}` : `npm run ${it}`,
      ),
    ),
    damage: without('npm run types'),
  },
  {
    claim: 'has every error text with its status',
    document: 'docs/api.md',
    problems: (text) => difference(ERROR_ROWS, rows(section(text, '## Errors'), 2)),
    damage: without('Invalid action'),
  },
  {
    claim: 'has every table and column: type, null, default',
    document: 'docs/database.md',
    problems: columnProblems,
    damage: without('| `resolved_by` | text | yes |'),
  },
  {
    claim: 'has the type of every kind of column on every engine',
    document: 'docs/database.md',
    problems: typeProblems,
    damage: (text) => text.replace('`timestamp(0)` |', '`timestamp` |'),
  },
  {
    claim: 'names the collation of every engine',
    document: 'docs/database.md',
    problems: collationProblems,
    damage: without('`utf8mb4_0900_bin`'),
  },
  {
    claim: 'has every limit of a session on a server',
    document: 'docs/reliability.md',
    problems: limitProblems,
    damage: (text) => text.replace('| 4.5 s |', '| 45 s |'),
  },
  {
    claim: 'has every index',
    document: 'docs/database.md',
    problems: indexProblems,
    damage: without('`malware_detections_resolved`'),
  },
  {
    claim: 'has SQL that works',
    document: 'docs/database.md',
    problems: sqlProblems,
    damage: (text) => text.replace("'2026-03-01 04:00:10'", "'2026-03-01T04:00:10'"),
  },
  ...['docs/api.md', 'README.md'].flatMap((document): Check[] => [
    {
      claim: 'has examples that are as the OpenAPI document says',
      document,
      problems: exampleProblems,
      damage: without('"timestamp"'),
    },
    {
      claim: 'says of each example what it answers',
      document,
      problems: exampleProblems,
      damage: and('```json\n{}\n```'),
    },
    {
      claim: 'has examples that are what the service says about the demo',
      document,
      problems: (text) => untrueExamples(text, answers),
      damage: (text) => text.replace(/": \d+/, '": 987654'),
    },
  ]),
  {
    claim: 'says which examples are shortened',
    document: 'docs/api.md',
    problems: (text) => untrueExamples(text, answers),
    damage: without(', here with the first two servers'),
  },
  {
    claim: 'has an example of every endpoint and action',
    document: 'docs/api.md',
    problems: unshownAnswers,
    damage: without('Example: `GET /api/posture.php'),
  },
  {
    claim: 'names every room of the source',
    document: 'docs/architecture.md',
    problems: lacking(ROOMS.map(code)),
    damage: without('`src/text-order.ts`'),
  },
  {
    claim: 'links to every document',
    document: 'README.md',
    problems: lacking(DOCUMENTS.filter((it) => it !== 'README.md').map((it) => `](${it})`)),
    damage: without('](docs/api.md)'),
  },
  ...DOCUMENTS.flatMap((document): Check[] => [
    {
      claim: 'has no dead link',
      document,
      problems: (text) => deadLinks(document, text),
      damage: and('[gone](gone.md)'),
    },
    {
      claim: 'has no link to a heading that is not there',
      document,
      problems: (text) => deadLinks(document, text),
      damage: and('[gone](#gone)'),
    },
    {
      claim: 'names only files that are there',
      document,
      problems: absentFiles,
      damage: and('`src/gone.ts`'),
    },
  ]),
]

describe.each(CHECKS)('$document $claim', ({ document, problems, damage }) => {
  it('is so', async () => {
    expect(await problems(readDocument(document))).toEqual([])
  })

  it('would be noticed', async () => {
    const text = readDocument(document)
    expect(damage(text)).not.toBe(text)
    expect((await problems(damage(text))).length).toBeGreaterThan((await problems(text)).length)
  })
})
