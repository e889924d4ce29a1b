// Authorities of a test's own and the certificates that they sign, made by openssl: Node cannot.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Certificate {
  /** Files in PEM form. */
  readonly certificate: string
  readonly key: string
}

export interface Authority {
  /** The file that clients are given. */
  readonly file: string
  /** For one name, as openssl writes it: DNS:localhost or IP:127.0.0.1. */
  sign(name: string, days?: number): Certificate
}

export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** All authorities bear the same name, as an impostor's would. */
export function newAuthority(folder: string, purpose: string): Authority {
  const place = (name: string) => join(folder, `${purpose}-${name}`)
  const openssl = (command: string, ...options: readonly string[]) =>
    execFileSync('openssl', [command, ...options], { stdio: 'pipe' })

  // What the system's own configuration adds differs from one to the next.
  const [config, signed] = [place('openssl.cnf'), place('signed')]
  writeFileSync(signed, '')
  writeFileSync(config, configuration(folder, signed))
  const [file, authorityKey] = [place('authority.pem'), place('authority.key')]
  const request = ['-config', config, ...NEW_KEY]
  openssl(
    'req',
    ...['-x509', ...request, '-keyout', authorityKey, '-out', file, '-days', '2'],
    ...['-subj', '/CN=secdash test authority', '-addext', 'basicConstraints=critical,CA:TRUE'],
  )

  return {
    file,
    sign(name, days = 2) {
      const own = name.replace(/\W/g, '-') + days
      const [certificate, key, asked] = [place(`${own}.pem`), place(`${own}.key`), place('request')]
      openssl(
        'req',
        ...['-new', ...request, '-keyout', key, '-out', asked],
        ...['-subj', '/CN=secdash test server', '-addext', `subjectAltName=${name}`],
      )
      // Of openssl 3.0 and 3.5 alike, only this command makes one that has expired.
      openssl(
        'ca',
        ...['-batch', '-notext', '-config', config, '-cert', file, '-keyfile', authorityKey],
        ...['-in', asked, '-out', certificate],
        ...['-startdate', moment(-2), '-enddate', moment(days)],
      )
      return { certificate, key }
    },
  }
}

const configuration = (folder: string, signed: string): string => `
[req]
distinguished_name = name
[name]
[ca]
default_ca = authority
[authority]
database = ${signed}
new_certs_dir = ${folder}
rand_serial = yes
unique_subject = no
default_md = sha256
policy = names
copy_extensions = copy
[names]
commonName = supplied
`

/** Some days from now, as openssl writes it: 20260131120000Z. */
function moment(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000)
  return at.toISOString().replace(/\.\d+|[-:T]/g, '')
}
