// The settings in force. A flag wins over the environment, the environment over the default.
import { UsageError } from '../errors.ts'
import { SETTINGS, type Setting } from './settings.ts'

export type SettingName = keyof typeof SETTINGS

type ValueOf<Name extends SettingName> =
  (typeof SETTINGS)[Name] extends Setting<infer Value> ? Value : never

export type Config = { readonly [Name in SettingName]: ValueOf<Name> }

export type Flags = Readonly<Record<string, string | undefined>>
export type Environment = Readonly<Record<string, string | undefined>>

interface SettingInForce {
  readonly name: SettingName
  readonly setting: Setting<unknown>
  readonly text: string
  readonly from: 'flag' | 'environment' | 'default'
}

export const settingNames = Object.keys(SETTINGS) as SettingName[]

/** Each setting with the text it has and where that comes from; an empty variable is not set. */
export const settingsInForce = (flags: Flags, env: Environment): SettingInForce[] =>
  settingNames.map((name) => {
    const setting: Setting<unknown> = SETTINGS[name]
    const flag = flags[setting.flag]
    if (flag !== undefined) return { name, setting, text: flag, from: 'flag' }
    const variable = env[setting.env]
    if (variable) return { name, setting, text: variable, from: 'environment' }
    return { name, setting, text: setting.fallback, from: 'default' }
  })

/** All wrong settings are told at once, a line each. */
export function configOf(flags: Flags, env: Environment): Config {
  const config: Record<string, unknown> = {}
  const wrong: string[] = []
  for (const { name, setting, text } of settingsInForce(flags, env)) {
    const value = setting.parse(text)
    if (value === undefined) wrong.push(wrongLine(setting, text))
    config[name] = value
  }
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'))
  return Object.freeze(config) as Config
}

function wrongLine(setting: Setting<unknown>, text: string): string {
  const value = JSON.stringify(shownSetting(setting, text))
  const fault = setting.fault === undefined ? '' : `: ${setting.fault(text)}`
  return `--${setting.flag} (${setting.env}) is ${value}${fault}; allowed: ${setting.allowed}`
}

export const shownSetting = (setting: Setting<unknown>, text: string): string =>
  setting.show?.(text) ?? text
