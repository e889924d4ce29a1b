/** A file that is not stored, with the reason. One line; it names no file, the caller does. */
export class Refused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Refused'
  }
}
