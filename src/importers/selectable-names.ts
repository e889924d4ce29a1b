// Names of servers and categories, made of what a report says in letters that the API can select.

/** `aws-123456789012`: an account is no host name, so all of it counts. Null when it has no name. */
export function accountHost(provider: string, account: string): string | null {
  const name = nameOf(account)
  return name === null ? null : `${nameOf(provider) ?? 'cloud'}-${name}`
}

/** Every other run of characters becomes a dash; null where nothing else is left. */
export function nameOf(text: string): string | null {
  const name = text
    .slice(0, 200)
    .replace(/[^a-zA-Z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return name === '' ? null : name
}

export const categoryOf = (word: string, otherwise = 'cloud'): string =>
  nameOf(word)?.toLowerCase() ?? otherwise
