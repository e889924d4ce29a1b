// A database password never appears: not in errors, not in `config`, not in the log.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressFault, masked, parseAddress } from '../../src/address.ts'
import { secdash } from '../support/terminal.ts'

const SECRET = 'hunter2-S3cr3t'

const ADDRESSES = [
  `postgres://user:${SECRET}@db.example/secdash`,
  `postgres://user:${SECRET}@db.example:5432/secdash?sslmode=require`,
  `POSTGRES://user:${SECRET}@db.example/secdash`,
  `mysql://:${SECRET}@db.example/secdash`,
  `mariadb://${SECRET}@db.example/secdash`,
  `postgres://us@er:${SECRET}@db.example/secdash`,
  `postgres://user:${SECRET}/x@db.example/secdash`,
  `postgres://user:a@${SECRET}@db.example/secdash`,
  `postgres://db.example/secdash?user=u&password=${SECRET}`,
  `postgres://db.example/secdash?PASSWORD=a@${SECRET}&x=y`,
  `postgres://db.example/secdash?password=a&${SECRET}`,
  `mysql://db.example/secdash?pwd=${SECRET}`,
  `host=db.example password=${SECRET} user=u`,
  `host=db.example password = '${SECRET}'`,
  `host=db.example passwd=${SECRET}`,
  // Malformed in every way that a hurried hand finds.
  `postgres:user:${SECRET}@db.example`,
  `postgres//user:${SECRET}@db.example`,
  `user:${SECRET}@db.example`,
  ` postgres://user:${SECRET}@db.example`,
  `"postgres://user:${SECRET}@db.example"`,
  `postgres://user:${SECRET}@`,
  `postgres://user:${SECRET}`,
  `postgres://user:${SECRET}/db.example`,
  `postgres://user:${SECRET}%40db.example/secdash`,
  `postgres:user:${SECRET}`,
  `user:${SECRET}`,
  `postgres://user:\n${SECRET}@db.example`,
]

const isReadable = (address: string) => parseAddress(address) !== undefined

it.each(ADDRESSES.filter(isReadable))('%j is shown without its password', async (address) => {
  const { code, stdout, stderr } = await secdash(['config', '--database', address])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('DATABASE_URL=')
  expect(stdout).not.toContain(SECRET)
})

it.each(ADDRESSES.filter((it) => !isReadable(it)))(
  '%j as --database is refused without its password',
  async (address) => {
    for (const command of ['serve', 'migrate', 'config', 'demo']) {
      const { code, stdout, stderr } = await secdash([command, '--database', address])
      expect(code).toBe(2)
      expect(stdout + stderr).not.toContain(SECRET)
      expect(stderr).toContain('--database (DATABASE_URL)')
    }
    const { stderr } = await secdash(['serve'], { DATABASE_URL: address })
    expect(stderr).not.toContain(SECRET)
  },
)

it.each(ADDRESSES)(
  '%j typed in the place of a command is not repeated in full',
  async (address) => {
    const { code, stderr } = await secdash([address])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^secdash: there is no command .*; see secdash --help\n$/)
    expect(stderr).not.toContain(SECRET)
  },
)

it('what is no secret stays readable', () => {
  expect(masked('postgres://u:p@db.example:5432/secdash')).toBe(
    'postgres://***@db.example:5432/secdash',
  )
  for (const address of [
    'sqlite:/var/lib/secdash.db',
    'sqlite:/odd@name:of/password=x.db',
    'postgres://db.example/secdash',
    'postgres://db.example:5432/secdash',
    'postgres://[fd00::1]:5432/secdash?sslmode=require',
    'mysql://db.example:3306',
  ]) {
    expect(masked(address)).toBe(address)
  }
})

it('of any address with user and password nothing of the password is shown', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abc123:/?#[]@!$&=+%. '), minLength: 1 })
  fc.assert(
    fc.property(word, word, (before, after) => {
      const address = `postgres://user:${before}${SECRET}${after}@db.example/secdash`
      expect(masked(address)).not.toContain(SECRET)
      expect(addressFault(address)).not.toContain(SECRET)
    }),
    { numRuns: 2000, seed: 10 },
  )
})

it('a wrong address is refused with the part that is wrong, since the mask hides it', async () => {
  const address = `postgres://user:p@${SECRET}@db.example/secdash`
  const { code, stderr } = await secdash(['migrate'], { DATABASE_URL: address })
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^secdash: --database \(DATABASE_URL\) is "postgres:\/\/\*\*\*@db.example\/secdash": more than one @: write %40 .*; allowed: sqlite:PATH, postgres:\/\/USER:PASSWORD@HOST:PORT\/DATABASE, .+\n$/,
    ),
  ])
})
