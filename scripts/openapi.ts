// The OpenAPI 3.1 document of the three endpoints, made of the shapes that give the types.
import { ACTION_NAMES, DEFAULT_ACTION } from '../src/compliance/params.ts'
import * as compliance from '../src/compliance/response.ts'
import { FAILURES, LONGEST_EXPLANATION, REFUSALS, type Refusing } from '../src/errors.ts'
import { ALLOWED_METHODS } from '../src/http/responses.ts'
import { malwareResponse } from '../src/malware/response.ts'
import { NAME, NAME_LENGTH } from '../src/names.ts'
import { DAYS } from '../src/parameters.ts'
import { postureResponse } from '../src/posture/response.ts'
import { version } from '../src/project.ts'
import { SEVERITIES } from '../src/severity.ts'

type Json = Record<string, unknown>

export const SCHEMAS = {
  Malware: malwareResponse,
  Posture: postureResponse,
  Summary: compliance.summaryResponse,
  Server: compliance.serverResponse,
  Findings: compliance.findingsResponse,
  Categories: compliance.categoriesResponse,
  History: compliance.historyResponse,
} as const

const schemaRef = (name: keyof typeof SCHEMAS): Json => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } })

const errorBody = (texts: readonly string[], more: Json = {}): Json => ({
  type: 'object',
  additionalProperties: false,
  required: ['error'],
  properties: { error: { type: 'string', enum: texts }, ...more },
})

const refused = (description: string, ...refusing: Refusing[]): Json => ({
  description,
  ...json(errorBody(refusing.map((it) => REFUSALS[it][1]))),
})

const failed = (more: Json = {}): Json => ({
  description: 'The database cannot be reached, or a query was refused or did not end in time.',
  ...json(errorBody(Object.values(FAILURES), more)),
})

/** What every path can answer. */
const COMMON: Readonly<Record<number, Json>> = {
  400: refused('The request is broken.', 'badRequest'),
  401: refused('No trusted upstream vouches for a user.', 'unauthorized'),
  404: refused('No such path.', 'notFound'),
  405: {
    ...refused('Only GET and HEAD are served.', 'methodNotAllowed'),
    headers: { Allow: { schema: { type: 'string', const: ALLOWED_METHODS } } },
  },
  408: refused('The request took too long to arrive.', 'requestTimeout'),
  413: refused('The request has a body, and a large one.', 'bodyTooLarge'),
  431: refused('The request line and headers are too large.', 'headerTooLarge'),
  500: failed(),
}

const parameter = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'query',
  description,
  schema,
})

const NAME_SCHEMA = { type: 'string', pattern: NAME.source, maxLength: NAME_LENGTH }

const DAYS_PARAMETER = parameter('days', 'How many days back; read as an integer.', {
  type: 'integer',
  minimum: DAYS.least,
  maximum: DAYS.most,
  default: DAYS.default,
})

interface Operation {
  readonly id: string
  readonly summary: string
  readonly parameters: readonly Json[]
  readonly body: Json
  readonly responses: Readonly<Record<number, Json>>
}

/** HEAD is GET without the body. */
function pathItem({ id, summary, parameters, body, responses }: Operation): Json {
  const operation = (operationId: string, withoutBody: boolean) => {
    const all = {
      200: { description: 'One moment of the data.', ...json(body) },
      ...COMMON,
      ...responses,
    }
    return {
      operationId,
      summary,
      ...(parameters.length === 0 ? {} : { parameters }),
      responses: withoutBody ? mapValues(all, ({ content: _, ...rest }) => rest) : all,
    }
  }
  return { get: operation(id, false), head: operation(`${id}Head`, true) }
}

const mapValues = (record: Record<string, Json>, change: (value: Json) => Json): Json =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

const MALWARE: Operation = {
  id: 'malware',
  summary: 'Malware scans, active detections and the malware score',
  parameters: [],
  body: schemaRef('Malware'),
  responses: {},
}

const POSTURE: Operation = {
  id: 'posture',
  summary: 'The security posture score and its history',
  parameters: [DAYS_PARAMETER],
  body: schemaRef('Posture'),
  responses: { 400: refused('A parameter is wrong.', 'invalidDays', 'badRequest') },
}

const COMPLIANCE: Operation = {
  id: 'complianceScans',
  summary: 'Compliance scans of servers, in five actions',
  parameters: [
    parameter('action', 'Which data.', {
      enum: ACTION_NAMES,
      default: DEFAULT_ACTION,
    }),
    parameter('name', 'The server, required by action=server.', NAME_SCHEMA),
    parameter('severity', 'Only findings of this severity.', { enum: [...SEVERITIES] }),
    parameter('category', 'Only findings of this category.', NAME_SCHEMA),
    parameter('server', 'Only findings or history of this server.', NAME_SCHEMA),
    DAYS_PARAMETER,
  ],
  body: {
    anyOf: (['Summary', 'Server', 'Findings', 'Categories', 'History'] as const).map(schemaRef),
  },
  responses: {
    400: refused(
      'A parameter is wrong.',
      'invalidAction',
      'missingName',
      'invalidServer',
      'invalidSeverity',
      'invalidCategory',
      'invalidDays',
      'badRequest',
    ),
    404: refused('No such path, or no scan of such a server.', 'notFound', 'serverNotFound'),
    500: failed({
      message: {
        type: 'string',
        maxLength: LONGEST_EXPLANATION,
        description: 'Why the query failed, in the words of the database.',
      },
    }),
  },
}

export const openApiDocument = (): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'secdash',
    version,
    summary: 'Read-only data for a security dashboard',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [
    { url: 'http://127.0.0.1:8080', description: 'The default address, without a base path' },
  ],
  security: [{ upstream: [] }],
  paths: {
    '/api/malware.php': pathItem(MALWARE),
    '/api/posture.php': pathItem(POSTURE),
    '/api/compliance-scans.php': pathItem(COMPLIANCE),
  },
  components: {
    schemas: SCHEMAS,
    securitySchemes: {
      upstream: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Auth-User-ID',
        description:
          'Set by the upstream that signed the user in; believed from trusted peers only.',
      },
    },
  },
})
