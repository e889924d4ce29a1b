// Holds every body that a test sees against the OpenAPI document, strictly.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openApiDocument, type SCHEMAS } from '../../scripts/openapi.ts'

const document = openApiDocument()
// `components` of the document are not a schema keyword.
const ajv = new Ajv2020({ strict: true, allErrors: true, keywords: ['components', 'paths'] })
ajv.addSchema(JSON.parse(JSON.stringify({ $id: 'openapi', components: document['components'] })))

const validators = new Map<string, ValidateFunction>()

function validator(key: string, schema: unknown): ValidateFunction {
  let validate = validators.get(key)
  if (validate === undefined) {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')
    validate = ajv.compile(JSON.parse(text))
    validators.set(key, validate)
  }
  return validate
}

const ACTION_SCHEMAS: Record<string, keyof typeof SCHEMAS> = {
  summary: 'Summary',
  server: 'Server',
  findings: 'Findings',
  categories: 'Categories',
  history: 'History',
}

type Paths = Record<string, { get: { responses: Record<string, Content> } }>
interface Content {
  content?: { 'application/json': { schema: unknown } }
}

/** Throws when a body is not as documented. Unknown paths answer like any known one does. */
export function assertDocumented(url: string, status: number, body: unknown): void {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const paths = document['paths'] as Paths
  const known = Object.keys(paths).find((path) => pathname.endsWith(path))
  const responses = paths[known ?? '/api/malware.php']?.get.responses ?? {}
  let schema = responses[status]?.content?.['application/json'].schema
  let key = `${known} ${status}`
  if (status === 200 && known === '/api/compliance-scans.php') {
    const action = searchParams.get('action') || 'summary'
    key += action
    schema = { $ref: `#/components/schemas/${ACTION_SCHEMAS[action]}` }
  }
  if (schema === undefined) throw new Error(`${url} answered an undocumented ${status}`)
  const validate = validator(key, schema)
  if (!validate(body)) {
    throw new Error(`${url} ${status} is not as documented: ${ajv.errorsText(validate.errors)}`)
  }
}
