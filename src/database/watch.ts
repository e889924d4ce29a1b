// How an engine tells that nothing has changed. See docs/freshness.md.

/** Two equal ones of one watch: nothing was committed between their readings. */
export interface Token {
  /** Which database this is: what was read from another cannot be held against it. */
  readonly origin: string
  /** Another one after every commit that a reader can see, and never one that has been before. */
  readonly version: string
}

export interface Watch {
  /**
   * null where it cannot be told at once. After an error nothing that it said counts any more. Where
   * no server has to be asked, the token itself.
   */
  read(): Promise<Token | null> | Token | null
  close(): void
}
