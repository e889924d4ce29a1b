// Why a connection to a server is refused, in the words of the log and in those of `secdash check`.
import type { ServerEngine } from '../faults/run.ts'

export interface Refusal {
  /** The words of the driver or the server, as the log has them. */
  readonly words: string
  /** Ours, as `check` has them. */
  readonly reason: string
  readonly fix: string
}

export const UNKNOWN_AUTHORITY: Refusal = {
  words: 'unable to verify the first certificate',
  reason: 'the certificate of the server is of no known authority',
  fix: 'Name the file of its authority with sslrootcert=PATH in DATABASE_URL.',
}

export const otherName = (words: string): Refusal => ({
  words: `does not match certificate's altnames: ${words}`,
  reason: 'the certificate of the server bears another name',
  fix: 'Give the host in DATABASE_URL by a name that the certificate bears',
})

export const unusableFile = (words: string): Refusal => ({
  words,
  reason: 'the file that sslrootcert names cannot be used',
  fix: 'Name a file of certificates in PEM form',
})

export const EXPIRED: Refusal = {
  words: 'certificate has expired',
  reason: 'the certificate of the server is not valid today',
  fix: 'Give the server a new certificate',
}

const noTls = (words: string): Refusal => ({
  words,
  reason: 'the server offers no encryption',
  fix: 'Give the server a certificate and a key.',
})

/** In the words of each engine. */
export const NO_TLS: Readonly<Record<ServerEngine, Refusal>> = {
  postgres: noTls('The server does not support SSL connections'),
  mariadb: noTls('Server does not support secure connection'),
}

export const NOT_UNENCRYPTED: Readonly<Record<ServerEngine, Refusal>> = {
  postgres: {
    words: 'no pg_hba.conf entry',
    reason: 'the server does not let this account in from here, or only with encryption',
    fix: 'Add sslmode=verify-full to DATABASE_URL.',
  },
  mariadb: {
    words: 'Access denied for user',
    reason: 'user or password are refused',
    fix: 'where it demands TLS: then add sslmode=verify-full',
  },
}
