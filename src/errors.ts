/** Every error a client can be told about: HTTP status and the exact text of `error`. */
export const REFUSALS = {
  unauthorized: [401, 'Unauthorized'],
  notFound: [404, 'Not found'],
  methodNotAllowed: [405, 'Method not allowed'],
  badRequest: [400, 'Bad request'],
  requestTimeout: [408, 'Request timeout'],
  bodyTooLarge: [413, 'Request body too large'],
  headerTooLarge: [431, 'Request header too large'],
  invalidAction: [400, 'Invalid action'],
  missingName: [400, 'Missing required parameter: name'],
  invalidServer: [400, 'Invalid server name format'],
  invalidSeverity: [400, 'Invalid severity value'],
  invalidCategory: [400, 'Invalid category format'],
  invalidDays: [400, 'Invalid days parameter (must be 1-365)'],
  serverNotFound: [404, 'Server not found'],
} as const satisfies Record<string, readonly [number, string]>

export const FAILURES = {
  connection: 'Database connection failed',
  query: 'Database query failed',
  defect: 'Internal server error',
} as const

export type Refusing = keyof typeof REFUSALS

/** The request is at fault: a 4xx that says why. */
export class Refusal extends Error {
  readonly refusing: Refusing
  readonly status: number

  constructor(refusing: Refusing) {
    const [status, text] = REFUSALS[refusing]
    super(text)
    this.name = 'Refusal'
    this.refusing = refusing
    this.status = status
  }
}

/** How much of the database's own words a client is told. */
export const LONGEST_EXPLANATION = 512

/** What went wrong with an answer, as plain data: it crosses the border between threads. */
export interface FailureReport {
  readonly kind: keyof typeof FAILURES
  /** The database's own words, fit for a client: no SQL, no host, no path. */
  readonly text: string
  /** For the log only. */
  readonly detail: string
  /** As the engine, its driver or Node has it: 28P01, 1045, ECONNREFUSED, SQLITE 14. */
  readonly code: string | null
}

/** The database is at fault: a 500. `kind` tells whether a connection was had at all. */
export class Failure extends Error implements FailureReport {
  readonly kind: FailureReport['kind']
  readonly text: string
  readonly detail: string
  readonly code: string | null

  constructor({ kind, text, detail, code }: FailureReport) {
    super(FAILURES[kind])
    this.name = 'Failure'
    this.kind = kind
    this.text = text
    this.detail = detail
    this.code = code
  }
}

/** The person at the terminal is at fault, or can mend it: one line, no stack trace. */
export class UsageError extends Error {
  /** 2 is wrong usage, 1 is a task that could not be done. */
  readonly exitCode: 1 | 2

  constructor(text: string, exitCode: 1 | 2 = 2) {
    super(text)
    this.name = 'UsageError'
    this.exitCode = exitCode
  }
}
