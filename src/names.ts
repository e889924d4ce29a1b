// The names of servers and categories that the API can select, spec 4.3.

/** The longest that a table holds and a parameter may have. */
export const NAME_LENGTH = 255

export const NAME = /^[a-zA-Z0-9_-]+$/

export const isName = (text: string): boolean => text.length <= NAME_LENGTH && NAME.test(text)
