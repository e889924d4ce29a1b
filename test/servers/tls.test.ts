// Encrypted connections to real servers, with certificates of authorities of our own: what is
// encrypted, who is believed, and that nobody else is, on every engine alike.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { enginesToTest } from '../support/engines.ts'
import { askedOf } from '../support/faults/asked.ts'
import type { ServerEngine } from '../support/faults/run.ts'
import { newFolder } from '../support/folders.ts'
import { type Authority, hasOpenssl, newAuthority } from '../support/servers/certificates.ts'
import {
  EXPIRED,
  NO_TLS,
  NOT_UNENCRYPTED,
  otherName,
  type Refusal,
  UNKNOWN_AUTHORITY,
  unusableFile,
} from '../support/servers/tls-refusals.ts'
import { PASSWORD_PART, type TlsServer, tlsServer } from '../support/servers/tls-server.ts'
import { secdash } from '../support/terminal.ts'

if (!hasOpenssl() && process.env['CI']) throw new Error('openssl is not installed')
if (!hasOpenssl()) console.warn('\n*** openssl is not installed: tests of TLS are SKIPPED ***\n')

const servers = enginesToTest().filter((it): it is ServerEngine => it !== 'sqlite')

/** What a server says of the encryption of the connection that asks. */
const CIPHER = {
  postgres: `select coalesce(cipher, '') as "Value" from pg_stat_ssl where pid = pg_backend_pid()`,
  mariadb: `show session status like 'Ssl_cipher'`,
}

const GOOD = { malware: [200], compliance: [200] }
const NO_CONNECTION = [500, 'Database connection failed']
const REFUSED = { malware: NO_CONNECTION, compliance: NO_CONNECTION }

describe.runIf(hasOpenssl()).each(servers)('%s', (engine) => {
  let folder: string
  let server: TlsServer
  let authority: Authority
  let impostor: Authority
  const verified = (file = authority.file) => `sslmode=verify-full&sslrootcert=${file}`
  const text = (file: string) => readFileSync(file, 'utf8')

  /** A new one for whoever is asked to trust what it holds. */
  function fileOf(...texts: readonly string[]): string {
    const file = join(mkdtempSync(join(folder, 'file-')), 'authorities.pem')
    writeFileSync(file, texts.join('\n'))
    return file
  }

  beforeAll(async () => {
    folder = newFolder('certificates')
    authority = newAuthority(folder, 'ours')
    impostor = newAuthority(folder, 'theirs')
    server = await tlsServer(engine)
  })
  afterAll(async () => {
    await server?.destroy()
    rmSync(folder, { recursive: true })
  })

  function asked(url: string) {
    const { both, logged, close } = askedOf(url)
    onTestFinished(close)
    return {
      answers: both,
      /** From the log, which never has the password. */
      reasons() {
        expect(JSON.stringify(logged)).not.toMatch(PASSWORD_PART)
        return logged.filter(({ msg }) => msg === 'failure').map(({ detail }) => detail)
      },
    }
  }

  async function isAnswered(host: string, options: string): Promise<void> {
    const url = server.url(host, options)
    const { answers, reasons } = asked(url)
    expect(await answers()).toEqual(GOOD)
    expect(reasons()).toEqual([])
    const session = await engineAt(url).openSession()
    const { rows } = await session.db.executeQuery(CompiledQuery.raw(CIPHER[engine]))
    await session.close()
    expect(rows).toMatchObject([{ Value: expect.stringMatching(/\w/) }])
  }

  /** By the service, by `check`, and by who writes: an owner's password is worth even more. */
  async function isRefused(host: string, options: string, { words, reason, fix }: Refusal) {
    const url = server.url(host, options)
    const { answers, reasons } = asked(url)
    expect(await answers()).toEqual(REFUSED)
    expect(reasons()).toEqual([expect.stringContaining(words), expect.stringContaining(words)])
    await expect(engineAt(url).openForWriting()).rejects.toThrow(words)

    const { code, stdout, stderr } = await secdash(['check', '--database', url])
    expect([code, stderr]).toEqual([1, ''])
    expect(stdout).not.toMatch(PASSWORD_PART)
    const [where, problem, advice, ...end] = stdout.split('\n')
    expect(where).toMatch(/^problem: \w+:\/\/\*\*\*@.* \[unreachable\]$/)
    expect(problem).toContain(`  ${reason} (`)
    expect(problem).toContain(words)
    expect(advice).toMatch(/^ {2}fix: /)
    expect(advice).toContain(fix)
    expect(end).toEqual(['', '1 problem, 0 advice.', ''])
  }

  describe('a certificate for the name of the host', () => {
    beforeAll(() => server.present(authority.sign('DNS:localhost')))

    it.each(['localhost', '127.0.0.1'])(
      'sslmode=require is encrypted, and does not look at it: %s',
      (host) => isAnswered(host, 'sslmode=require'),
    )

    it('sslmode=verify-full is answered and encrypted', () => isAnswered('localhost', verified()))

    it('it is enough that one of several authorities in the file has signed it', () =>
      isAnswered('localhost', verified(fileOf(text(impostor.file), text(authority.file)))))

    it('an account that demands encryption is not let in without it', () =>
      isRefused('localhost', 'sslmode=disable', NOT_UNENCRYPTED[engine]))

    it('the address of the host is another name', () =>
      isRefused('127.0.0.1', verified(), otherName(`IP: 127.0.0.1 is not in the cert's list`)))

    it('another authority is refused, whatever its name', () =>
      isRefused('localhost', verified(impostor.file), UNKNOWN_AUTHORITY))

    it('an authority that is named nowhere is refused', () =>
      isRefused('localhost', 'sslmode=verify-full', UNKNOWN_AUTHORITY))

    it('a file that is not there is refused', () => {
      const file = join(folder, 'nowhere.pem')
      const words = `sslrootcert ${file} cannot be used: ENOENT`
      return isRefused('localhost', verified(file), unusableFile(words))
    })

    it.each([
      ['is empty', () => ''],
      ['holds a key', () => text(authority.sign('DNS:localhost').key)],
    ])('a file that %s is refused', (_what, content) => {
      const refusal = unusableFile('cannot be used: no certificate in PEM form')
      return isRefused('localhost', verified(fileOf(content())), refusal)
    })

    it('a certificate that is cut short is refused, even beside a good one', () => {
      const cut = text(authority.file).replace(/(.{40}\n).*(\n-----END)/s, '$1$2')
      const file = fileOf(text(authority.file), cut)
      return isRefused('localhost', verified(file), unusableFile('cannot be used: error:'))
    })

    it('a file that is mended is taken without a restart', async () => {
      const file = fileOf('')
      const { answers } = asked(server.url('localhost', verified(file)))
      expect(await answers()).toEqual(REFUSED)
      writeFileSync(file, text(authority.file))
      expect(await answers()).toEqual(GOOD)
    })

    it('a server that is killed is found again', async () => {
      const { answers } = asked(server.url('localhost', verified()))
      expect(await answers()).toEqual(GOOD)
      await server.stop('SIGKILL')
      expect(await answers()).toEqual(REFUSED)
      await server.present(authority.sign('DNS:localhost'))
      expect(await answers()).toEqual(GOOD)
    })
  })

  describe('a certificate for the address of the host', () => {
    beforeAll(() => server.present(authority.sign('IP:127.0.0.1,DNS:db.example.net')))

    it('sslmode=verify-full is answered by that address', () => isAnswered('127.0.0.1', verified()))

    it('the name of the host is another name', () =>
      isRefused('localhost', verified(), otherName('Host: localhost. is not in')))
  })

  it('a certificate that has expired is refused until it is renewed', async () => {
    await server.present(authority.sign('DNS:localhost', -1))
    await isRefused('localhost', verified(), EXPIRED)
    const { answers } = asked(server.url('localhost', verified()))
    expect(await answers()).toEqual(REFUSED)
    await server.present(authority.sign('DNS:localhost'))
    expect(await answers()).toEqual(GOOD)
  })

  it('a server without encryption is refused by whoever asks for it', async () => {
    await server.present(null)
    await isRefused('localhost', 'sslmode=require', NO_TLS[engine])
    await isRefused('localhost', verified(), NO_TLS[engine])
  })
})
