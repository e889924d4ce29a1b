import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { look, settled, visit } from '../support/browser/visit.ts'
import { temporaryFolder } from '../support/database.ts'
import { complianceScan, detection, finding } from '../support/rows.ts'

const rows = (page: Page) => page.locator('.findings tbody tr')

/** The file that the button hands over. */
async function exported(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Export/ }).click(),
  ])
  const path = join(temporaryFolder(), download.suggestedFilename())
  await download.saveAs(path)
  return readFileSync(path, 'utf8')
}

it('severity, category and server are the address, and the service filters', async () => {
  const { page, address, service } = await look({ path: '/findings?severity=medium' })
  await settled(page)
  const count = async (query: string) =>
    (await service.get(`/api/compliance-scans.php?action=findings&${query}`)).body.total_findings
  expect(await rows(page).count()).toBe(await count('severity=medium'))
  await page.getByLabel('Category').selectOption('os')
  await page.getByLabel('Server').selectOption('backup-01')
  expect(await address()).toBe('/findings?severity=medium&category=os&server=backup-01')
  await settled(page)
  const filtered = await count('severity=medium&category=os&server=backup-01')
  await page.getByText(`${filtered} open findings match, most severe first.`).waitFor()
  expect(await rows(page).count()).toBe(filtered)
  await page.getByLabel('Severity').selectOption('critical')
  await page.getByLabel('Category').selectOption('ssh')
  await page.getByRole('button', { name: 'Show all findings' }).click()
  await page.getByText('23 open findings').waitFor()
  expect(await address()).toBe('/findings')
})

it('sorts by any column, and opens a finding', async () => {
  const { page, service } = await look({ path: '/findings' })
  await settled(page)
  await page.getByRole('button', { name: 'Server' }).click()
  expect(await rows(page).first().innerText()).toContain('backup-01')
  expect(await page.locator('.lede').innerText()).toBe('23 open findings.')
  await rows(page).first().locator('summary').click()
  expect(await rows(page).first().locator('.finding-details').innerText()).toContain('What to do')
  const id = await page.locator('.finding[open] dt:text-is("id") + dd').innerText()
  const { body } = await service.get('/api/compliance-scans.php?action=findings')
  const opened = body.findings.find((it: { finding_id: number }) => String(it.finding_id) === id)
  expect(opened?.server_name).toBe('backup-01')
  await page.getByRole('searchbox').fill('weak')
  expect(await rows(page).count()).toBe(2)
})

it('a search is what was typed, whatever it looks like in an address', async () => {
  const { page, address } = await look({ path: '/findings?q=%2541' })
  await settled(page)
  const search = page.getByRole('searchbox')
  expect(await search.inputValue()).toBe('%41')
  await search.press('End')
  await search.pressSequentially(' &+#ä')
  expect(await search.inputValue()).toBe('%41 &+#ä')
  expect(new URLSearchParams((await address()).split('?')[1]).get('q')).toBe('%41 &+#ä')
})

it('typing in the middle of a search keeps the cursor there', async () => {
  const { page } = await look({ path: '/findings?q=weak' })
  await settled(page)
  const search = page.getByRole('searchbox')
  await search.focus()
  await page.keyboard.press('Home')
  await page.keyboard.type('very ')
  expect(await search.inputValue()).toBe('very weak')
})

it('what a finding hides is made when it is opened, and stays open while it is read anew', async () => {
  const { page, database } = await visit({ path: '/findings' })
  await settled(page)
  expect(await page.locator('.finding-details').count()).toBe(0)
  await rows(page).locator('summary').first().click()
  await page.locator('.finding-details').waitFor()
  // A row that only the new answer has shows that it is drawn.
  await database.insert('compliance_findings', finding({ scan_id: 1, finding_summary: 'Just in' }))
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByText('Just in').waitFor()
  expect(await page.locator('.finding[open] .finding-details').innerText()).toContain('AWS-EC2-19')
  expect(await page.locator('.finding-details').count()).toBe(1)
})

it('exports in the order that is shown', async () => {
  const { page } = await look({ path: '/findings?sort=-server' })
  await settled(page)
  const shown = await rows(page).locator('td:nth-child(3)').allInnerTexts()
  const [, ...lines] = (await exported(page)).trim().split('\r\n')
  expect(lines.map((it) => it.split('","')[1])).toEqual(shown)
})

it('characters that turn the direction of a name are shown, not obeyed', async () => {
  const { page, service } = await visit({
    path: '/malware',
    isDemo: false,
    prepare: async ({ insert }) => {
      await insert('malware_detections', detection({ file_path: '/srv/photo\u202Egpj.exe' }))
      // As written by hand, and as a producer writes it that keeps to ASCII.
      const metadata = '{"note":"a\u2067b","other":"c\\u202ed"}'
      await insert('compliance_scans', complianceScan({ metadata }))
    },
  })
  await settled(page)
  expect(await page.locator('tbody code').innerText()).toBe('/srv/photo[U+202E]gpj.exe')
  await page.goto(`${service.address}/servers/web-01`)
  await page.getByText('a[U+2067]b').waitFor()
  await page.getByText('c[U+202E]d').waitFor()
})

it('says plainly what the limit of 500 hides', async () => {
  const { page } = await visit({
    path: '/findings',
    isDemo: false,
    prepare: async ({ insert }) => {
      await insert('compliance_scans', { ...complianceScan(), scan_id: 1 } as never)
      await insert(
        'compliance_findings',
        ...Array.from({ length: 512 }, () => finding({ scan_id: 1 })),
      )
    },
  })
  await settled(page)
  expect(await page.locator('.lede').innerText()).toBe(
    '512 open findings, most severe first. Only the first 500 are listed: 12 are not. A filter brings them into sight.',
  )
  expect(await rows(page).count()).toBe(500)
  expect((await exported(page)).trim().split('\r\n')).toHaveLength(501)
})

const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=1</script>'

it('text from a report is only ever text, and no formula in an export', async () => {
  const formula = '=HYPERLINK("http://x.example","click")'
  const { page, service } = await visit({
    path: '/findings',
    isDemo: false,
    prepare: async ({ insert }) => {
      const metadata = JSON.stringify({ [HOSTILE]: HOSTILE, __proto__: { x: 1 } })
      await insert('compliance_scans', {
        ...complianceScan({ metadata, server_type: HOSTILE }),
        scan_id: 1,
      } as never)
      await insert(
        'compliance_findings',
        finding({
          scan_id: 1,
          finding_summary: HOSTILE,
          finding_details: formula,
          remediation_steps: '-2+3',
          check_name: ' @SUM(A1)',
          check_category: HOSTILE,
          check_id: '\t=1',
          file_path: `a"b,c\nd`,
          service_name: '＝1+1',
          nist_csf: '+1',
          cis_benchmark: 'javascript:alert(1)',
        }),
      )
    },
  })
  await settled(page)
  const title = await page.title()
  expect(await rows(page).locator('summary').innerText()).toBe(HOSTILE)
  await rows(page).locator('summary').click()
  const csv = await exported(page)
  for (const cell of [
    `"'=HYPERLINK(""http://x.example"",""click"")"`,
    `"'-2+3"`,
    `"' @SUM(A1)"`,
    `"'\t=1"`,
    `"'+1"`,
    `"'＝1+1"`,
    '"a""b,c\nd"',
  ]) {
    expect(csv).toContain(cell)
  }
  for (const path of [
    '/',
    '/compliance',
    '/compliance?show=categories',
    '/servers/web-01?status=all',
  ]) {
    await page.goto(service.address + path)
    await settled(page)
    expect(await page.locator('main img, main script').count()).toBe(0)
  }
  expect(title).toBe('Findings – secdash')
})

it('a server whose name the service takes no question about is listed without a link', async () => {
  const { page } = await visit({
    path: '/compliance',
    isDemo: false,
    prepare: async ({ insert }) =>
      insert(
        'compliance_scans',
        complianceScan({ server_name: 'web.example/../x' }),
        complianceScan({ server_name: '__proto__' }),
      ),
  })
  await settled(page)
  expect(await page.getByRole('link', { name: 'web.example' }).count()).toBe(0)
  expect(await page.getByText('web.example/../x').count()).toBe(1)
  await page.getByRole('link', { name: '__proto__' }).click()
  await page.getByRole('heading', { name: '__proto__' }).waitFor()
  await settled(page)
})
