// The one answer without a limit: it must be given whole, and with little memory.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { temporaryFolder } from '../support/database.ts'

const SERVERS = 1_000
const DAYS = 365
/** Of each thread's heap. Without a bound Node would take gigabytes where it finds them. */
const HEAP_MB = 512
const MINUTES = 60_000

/** One scan of each server a day, until an hour ago. */
async function yearOfScans(): Promise<string> {
  const path = join(temporaryFolder(), 'year.db')
  await migrate(engineAt(`sqlite:${path}`))
  const database = new DatabaseSync(path)
  database.exec(`
    with recursive day (n) as (select 0 union all select n + 1 from day where n + 1 < ${DAYS}),
      server (n) as (select 0 union all select n + 1 from server where n + 1 < ${SERVERS})
    insert into compliance_scans (server_name, server_type, scan_date, overall_score)
    select printf('server-%04d', server.n), 'aws-ec2',
      datetime('now', '-1 hour', printf('-%d days', day.n), printf('-%d seconds', server.n)), 87.25
    from day, server order by day.n desc, server.n`)
  database.close()
  return `sqlite:${path}`
}

async function serveWithLittleMemory(database: string): Promise<string> {
  const cli = new URL('../../src/cli.ts', import.meta.url).pathname
  const settings = ['--port', '0', '--readers', '1', '--deadline', '300', '--database', database]
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, cli, 'serve', ...settings],
    { env: {}, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit'),
  ])
  return JSON.parse(String(line)).address
}

it('a year of a thousand servers is answered whole, with 512 MB of heap', {
  timeout: 5 * MINUTES,
}, async () => {
  const address = await serveWithLittleMemory(await yearOfScans())
  const get = (url: string) =>
    fetch(address + url, { headers: { 'X-Auth-User-ID': 'tester', connection: 'close' } })
  const response = await get(`/api/compliance-scans.php?action=history&days=${DAYS}`)
  expect(response.status).toBe(200)
  let objects = 0
  let head = ''
  let tail = ''
  for await (const chunk of response.body ?? []) {
    const text = Buffer.from(chunk).toString('latin1')
    objects += text.split('{').length - 1
    if (head.length < 100) head += text.slice(0, 100)
    tail = (tail + text).slice(-100)
  }
  expect(head).toContain(`{"days":${DAYS},"server_filter":null,"total_scans":${SERVERS * DAYS},`)
  expect(tail).toMatch(/\}\],"timestamp":"[^"]+"\}$/)
  // Every scan by its server and once more in the flat list, the map, and the whole.
  expect(objects).toBe(2 * SERVERS * DAYS + 2)
  expect((await get('/api/malware.php')).status).toBe(200)
})
