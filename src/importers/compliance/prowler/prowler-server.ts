// Which server a scan of Prowler is of.
import type { Context } from '../../importer.ts'
import { Refused } from '../../refused.ts'
import { accountHost, categoryOf, nameOf } from '../../selectable-names.ts'

const SERVER_TYPES: ReadonlyMap<string, string> = new Map([
  ['azure', 'azure-subscription'],
  ['gcp', 'gcp-project'],
  ['kubernetes', 'kubernetes-cluster'],
])

export const serverTypeOf = (provider: string): string =>
  SERVER_TYPES.get(provider) ?? `${categoryOf(provider)}-account`

/** Providers without accounts. Their account is the word itself, or nothing, whatever was scanned. */
const WITHOUT_ACCOUNTS: ReadonlyMap<string, string> = new Map([
  ['iac', 'repository'],
  ['llm', 'model'],
  ['image', 'image'],
])

/** What Prowler calls every cluster that it runs in, unless `--cluster-name` or `CLUSTER_NAME` says more. */
const ANY_CLUSTER = 'in-cluster'

function subjectOf(provider: string, account: string): string | undefined {
  if (provider === 'kubernetes') return account === ANY_CLUSTER ? 'cluster' : undefined
  return account === provider || nameOf(account) === null
    ? WITHOUT_ACCOUNTS.get(provider)
    : undefined
}

/** Null where the account names nothing. */
export const hostOf = (provider: string, account: string): string | null =>
  subjectOf(provider, account) === undefined ? accountHost(provider, account) : null

/** Under one name each repository would close what was found in the others. */
export function mustBeNamed(provider: string, account: string, { isServerSaid }: Context): void {
  const subject = subjectOf(provider, account)
  if (subject === undefined || isServerSaid) return
  const told = account === '' ? 'it has no account' : `its account is ${account}`
  throw new Refused(
    `it does not say which ${subject} was scanned (${told}); give --server, with another name for each ${subject}`,
  )
}
