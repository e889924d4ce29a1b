// How the page comes: below a base path, behind a proxy, small, and safe.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { look, open, settled, visit } from '../support/browser/visit.ts'

it('works below a base path, at every depth', async () => {
  const { page, service, address } = await visit({
    path: '/ops/secdash',
    flags: { 'base-path': '/ops/secdash' },
  })
  await settled(page)
  expect(await address()).toBe('/ops/secdash/')
  await page.getByRole('link', { name: 'bastion' }).first().click()
  await settled(page)
  expect(await address()).toBe('/ops/secdash/servers/bastion')
  await page.reload()
  await settled(page)
  expect(await page.locator('h1').innerText()).toBe('bastion')
  await page.getByRole('link', { name: 'Findings' }).click()
  await settled(page)
  expect(page.url()).toBe(`${service.address}/ops/secdash/findings`)
})

it.each(['/Malware', '/malware/', '/servers/a.b'])('%s is no view', async (path) => {
  const { page } = await look({ path, hasTrouble: true })
  await page.getByRole('heading', { name: 'No such page' }).waitFor()
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
})

/** As a proxy does that strips its own prefix. */
async function strippingProxy(to: string): Promise<string> {
  const proxy = createServer((from, reply) => {
    const path = (from.url ?? '').replace(/^\/in\/front/, '')
    const headers = { ...from.headers, 'x-auth-user-id': 'someone' }
    from.pipe(
      request(to + path, { method: from.method ?? 'GET', headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(reply)
      }),
    )
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  onTestFinished(async () => {
    proxy.closeAllConnections()
    await new Promise((closed) => proxy.close(closed))
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

it('works behind a proxy that strips a prefix the service does not know', async () => {
  const { service } = await look()
  const front = await strippingProxy(service.address)
  const page = await open(`${front}/in/front/servers/bastion`, { extraHTTPHeaders: {} })
  await settled(page)
  expect(await page.locator('h1').innerText()).toBe('bastion')
  await page.getByRole('link', { name: 'Overview' }).click()
  await settled(page)
  expect(page.url()).toBe(`${front}/in/front/`)
})

it('the page takes at most 250 kB of compressed script, all views included', async () => {
  const { page } = await look()
  const bodies: Promise<Buffer>[] = []
  page.on('response', (reply) => {
    if (reply.request().resourceType() === 'script') bodies.push(reply.body())
  })
  await page.reload()
  await settled(page)
  const sizes = (await Promise.all(bodies)).map((it) => gzipSync(it).length)
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.reduce((sum, it) => sum + it)).toBeLessThan(250_000)
})

it('the policy holds: text cannot become markup', async () => {
  const { page } = await look({ hasTrouble: true })
  await settled(page)
  const policy = (await page.goto(page.url()))?.headers()['content-security-policy'] ?? ''
  expect(policy).not.toContain('unsafe')
  const refused = await page
    .evaluate(() => {
      try {
        document.body.innerHTML = '<b>markup</b>'
        return 'taken'
      } catch (error) {
        return String(error)
      }
    })
    .catch(String)
  expect(refused).toContain('TrustedHTML')
})
