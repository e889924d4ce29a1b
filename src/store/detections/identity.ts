import { hash } from 'node:crypto'

/** The same file with the same signature on the same server, found by the same tool. */
export const identityOf = (
  scanType: string,
  server: string,
  path: string,
  signature: string,
): string => hashed([scanType, server, path, signature])

export const pathHashOf = (path: string): string => hashed([path])

const hashed = (parts: readonly string[]): string => hash('sha256', parts.join('\0'))
