// One of anything is not spoken of as many.
import { expect, it } from 'vitest'
import { settled, visit } from '../support/browser/visit.ts'
import { complianceScan, detection, finding, posture } from '../support/rows.ts'

it('one server, one control, one check, and one that is not listed', async () => {
  const { page, service } = await visit({
    isDemo: false,
    prepare: async ({ insert }) => {
      await insert('posture_scores', posture({ controls_implemented: 1, controls_total: 1 }))
      await insert('compliance_scans', complianceScan({ scan_id: 1 }))
      const passed = finding({ scan_id: 1, check_category: 'os', status: 'pass' })
      const failed = Array.from({ length: 501 }, () => finding({ scan_id: 1 }))
      await insert('compliance_findings', passed, ...failed)
      const low = Array.from({ length: 101 }, () => detection({ severity: 'low' }))
      await insert('malware_detections', ...low)
    },
  })
  const said = async (path: string) => {
    await page.goto(service.address + path)
    await settled(page)
    return (await page.locator('main').innerText()).replace(/\s+/g, ' ')
  }
  expect(await said('/')).toContain('1 of 1 control implemented')
  await page.getByRole('link', { name: '1 server', exact: true }).waitFor()
  expect(await said('/malware')).toContain('100 most severe, 1 more is counted but not listed')
  expect(await said('/malware?severity=low')).toContain('1 more that is low is counted')
  expect(await said('/findings')).toContain('500 are listed: 1 is not. A filter brings it into')
  await said('/compliance?show=categories')
  await page.getByTitle('1 of 1 check passed').waitFor()
  expect(await said('/compliance?show=history&days=7')).toContain('No scan of this server in')
})
