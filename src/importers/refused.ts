/** A file that is not stored, with the reason. One line; it names no file, the caller does. */
export class Refused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Refused'
  }
}

/** It holds nothing of the importer's tool: who knows what else it is tells that instead. */
export class NotItsOwn extends Refused {}

export const EMPTY = 'it is empty, which proves nothing'
