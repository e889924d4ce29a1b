// Help, made of the table of settings and the list of commands.
import { type SettingName, settingNames } from '../settings/config.ts'
import { SETTINGS } from '../settings/settings.ts'
import type { Command } from './command.ts'

const WIDTH = 80

export const generalHelp = (commands: readonly Command[]): string =>
  `Usage: secdash COMMAND [OPTION]...

A read-only JSON service that supplies a security dashboard with data.

Commands:
${table(commands.map(({ name, operands, summary }) => [`${name} ${operands}`.trimEnd(), summary]))}

Options:
${table([
  ['-h, --help', 'Show this help, or the help of a command.'],
  ['--version', 'Show the version.'],
])}

Settings are given as options or in the environment; an option wins.
See secdash COMMAND --help.
`

export const commandHelp = (command: Command): string =>
  `Usage: secdash ${command.name} ${command.operands}`.trimEnd() +
  ` [OPTION]...\n\n${paragraphs(command.help)}\n\nOptions:\n${optionsTable(command)}\n`

/** Text is wrapped, what is set in stays as it is. */
const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((it) => (/^ /m.test(it) ? it : wrapped(it.replaceAll('\n', ' '), WIDTH).join('\n')))
    .join('\n\n')

const settingsOf = ({ settings = settingNames }: Command): readonly SettingName[] => settings

/** What the command alone has comes first. */
const optionsTable = (command: Command): string => {
  const { flags = {}, byFlagOnly = [] } = command
  return table([
    ...Object.entries(flags).map(
      ([flag, { value = '', help }]) => [`--${flag} ${value}`.trimEnd(), help] as const,
    ),
    ...settingsOf(command)
      .filter((name) => !(SETTINGS[name].flag in flags))
      .map((name) => {
        const { flag, value, env, fallback, help } = SETTINGS[name]
        const origin = fallback === '' ? `[${env}]` : `[${env}, default ${fallback}]`
        return [
          `--${flag} ${value}`,
          byFlagOnly.includes(name) ? help : `${help} ${origin}`,
        ] as const
      }),
  ])
}

/** Two columns; the second is wrapped. */
export function table(rows: readonly (readonly [left: string, right: string])[]): string {
  const column = Math.max(...rows.map(([left]) => left.length)) + 4
  return rows
    .map(([left, right]) => {
      const lines = wrapped(right, WIDTH - column)
      return `  ${left}`.padEnd(column) + lines.join(`\n${' '.repeat(column)}`)
    })
    .join('\n')
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}
