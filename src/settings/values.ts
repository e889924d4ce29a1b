// How the texts of settings are read. undefined is a wrong value.
import { resolve } from 'node:path'
import { parseAddress } from '../address.ts'
import { parseNetwork } from '../networks.ts'

export function databaseAddress(text: string): string | undefined {
  const address = parseAddress(text)
  // A relative path is read where the command was given.
  return address?.engine === 'sqlite' ? `sqlite:${resolve(address.path)}` : address && text
}

/** The system allows about a hundred bytes. */
export function socketPath(text: string): string | null | undefined {
  if (text === '') return null
  const path = resolve(text)
  return Buffer.byteLength(path) <= 100 ? path : undefined
}

export function networks(text: string): readonly string[] | undefined {
  const list = text === '' ? [] : text.split(',').map((it) => it.trim())
  try {
    list.forEach(parseNetwork)
    return list
  } catch {
    return undefined
  }
}

export function timeZone(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

export const onOrOff = {
  allowed: 'on or off',
  parse: (text: string): boolean | undefined =>
    text === 'on' || (text === 'off' ? false : undefined),
}

export function wholeNumber(least: number, most: number) {
  return {
    allowed: `a whole number from ${least} to ${most}`,
    parse(text: string): number | undefined {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
      return value >= least && value <= most ? value : undefined
    },
  }
}

/** Written in megabytes, kept in bytes. */
export function megabytes(least: number, most: number) {
  const { parse } = wholeNumber(least, most)
  return {
    allowed: `whole megabytes from ${least} to ${most}`,
    parse(text: string): number | undefined {
      const value = parse(text)
      return value === undefined ? undefined : value * 1024 * 1024
    },
  }
}

/** Written in seconds, kept in milliseconds. */
export function seconds(least: number, most: number) {
  return {
    allowed: `seconds from ${least} to ${most}, with at most three decimals`,
    parse(text: string): number | undefined {
      const value = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
      return value >= least && value <= most ? Math.round(value * 1000) : undefined
    },
  }
}
