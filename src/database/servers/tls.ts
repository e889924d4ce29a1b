// How a connection to a server is encrypted, alike for every engine.
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ServerAddress } from '../../address.ts'

interface Encryption {
  readonly rejectUnauthorized: boolean
  /** The certificates of the only authorities that count. */
  readonly ca?: string[]
}

/** null: none. The file is read for each connection, so that a new one counts without a restart. */
export async function encryptionOf({ tls }: ServerAddress): Promise<Encryption | null> {
  if (tls === null) return null
  const { isVerified: rejectUnauthorized, authorities } = tls
  if (authorities === undefined) return { rejectUnauthorized }
  return { rejectUnauthorized, ca: await certificatesIn(authorities) }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs

/** Node passes over what it cannot read, and takes the authorities of all the world for nothing. */
async function certificatesIn(path: string): Promise<string[]> {
  try {
    const certificates = (await readFile(path, 'utf8')).match(CERTIFICATE)
    if (certificates === null) throw new Error('no certificate in PEM form')
    for (const certificate of certificates) new X509Certificate(certificate)
    return certificates
  } catch (error) {
    throw new Error(`sslrootcert ${path} cannot be used: ${(error as Error).message}`)
  }
}
