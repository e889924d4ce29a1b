// A short program of Node over the same file, as one would write it: no threads, no checks, no deadline.
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { findingsOf } from './findings.ts'
import { malwareOf } from './malware.ts'

const [port, file = ''] = process.argv.slice(2)
const database = new DatabaseSync(file, { readOnly: true })
const malware = malwareOf(database)
const findings = findingsOf(database)

const server = createServer((request, response) => {
  database.exec('begin')
  const answer = request.url?.startsWith('/api/malware') ? malware() : findings()
  database.exec('commit')
  const timestamp = `${new Date().toISOString().slice(0, 19)}+00:00`
  const body = Buffer.from(JSON.stringify({ ...answer, timestamp }))
  response
    .writeHead(200, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': body.length,
    })
    .end(body)
})
server.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
