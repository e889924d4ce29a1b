import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file = '', given = '{}'] = process.argv.slice(2)
const body = readFileSync(file)
const headers = { ...JSON.parse(given), 'content-length': body.length }

const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body)
})
server.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
