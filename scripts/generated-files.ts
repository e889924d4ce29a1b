// Files that are made from the code, by path. A test holds them against what lies in the project.
import { commandHelp, generalHelp } from '../src/commands/help.ts'
import { COMMANDS } from '../src/commands/main.ts'
import { openApiDocument } from './openapi.ts'

export const generatedFiles = (): Record<string, string> => ({
  'openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  'docs/cli.md': commandLine(),
})

const block = (text: string) => `\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`

const commandLine = (): string =>
  [
    '# The command line',
    '<!-- Made by `npm run docs` from src/commands and src/settings/settings.ts. Do not edit. -->',
    'In the folder of a checkout each command is `npm run -s secdash -- COMMAND`. Without `-s` npm prints lines of its own.',
    block(generalHelp(COMMANDS)),
    ...COMMANDS.flatMap((command) => [`## secdash ${command.name}`, block(commandHelp(command))]),
    '## Exit codes',
    [
      '| code | means |',
      '|---|---|',
      '| 0 | done |',
      '| 1 | could not be done: standard error says why. `get`: the status was not 200. `check`: there is a problem. `import`: a file was refused, or none was a report; standard error names the files, standard output says why |',
      '| 2 | wrong usage or wrong settings: one line for each |',
      '',
    ].join('\n'),
  ].join('\n\n')
