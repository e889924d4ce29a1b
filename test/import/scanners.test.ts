// The whole way, with real scanners: a scan, its report imported, the API, and a scan again.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { hasPrograms, programAt } from '../support/programs.ts'
import { testService } from '../support/service.ts'
import { secdash } from '../support/terminal.ts'

// In two parts, so that no scanner takes this file for a finding.
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
const SIGNATURE = '44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test-Signature\n'

/** Runs a scanner, whatever its exit code says; gives what it printed. */
function run(program: string, ...args: string[]): string {
  try {
    return execFileSync(programAt(program) ?? program, args, { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    return String((error as { stdout?: string }).stdout)
  }
}

describe.skipIf(!hasPrograms('clamscan', 'lynis'))('with real scanners', () => {
  it('a hit of clamscan is active until the file is gone and the folder scanned again', async () => {
    const { url } = await temporaryDatabase('all')
    const { get } = await testService({ url })
    const folder = temporaryFolder()
    const [files, log] = [join(folder, 'files'), join(folder, 'clamscan.log')]
    const [infected, signatures] = [join(files, 'eicar.com'), join(folder, 'own.hdb')]
    mkdirSync(files)
    writeFileSync(infected, EICAR)
    writeFileSync(join(files, 'letter.txt'), 'hello')
    writeFileSync(signatures, SIGNATURE)
    const scan = () => run('clamscan', '-d', signatures, '-r', `--log=${log}`, files)
    const imported = (...flags: string[]) =>
      secdash(['import', 'clamav', log, '--server', 'web-01', ...flags], { DATABASE_URL: url })

    scan()
    expect(await imported()).toMatchObject({ code: 0 })
    const found = (await get('/api/malware.php')).body
    expect(found.latest_scans).toMatchObject([{ scan_type: 'clamav', status: 'infected' }])
    expect(found.active_detections).toMatchObject([
      {
        file_path: infected,
        malware_signature: 'Eicar-Test-Signature.UNOFFICIAL',
        severity: 'low',
        action_taken: 'none',
      },
    ])

    // Still there: the same detection, not a second one.
    scan()
    expect((await imported()).stdout).toContain('0 new, 1 known before, 0 resolved')

    rmSync(infected)
    scan()
    expect((await imported('--scope', files)).stdout).toContain('0 known before, 1 resolved')
    const gone = (await get('/api/malware.php')).body
    expect(gone.active_detections).toEqual([])
    expect(gone.malware_score).toBe(100)
    expect(gone.latest_scans).toMatchObject([{ status: 'clean', infections_found: 0 }])
    expect(gone.recent_scans).toHaveLength(3)
    // And once more, without anything new.
    expect((await imported('--scope', files)).stdout).toContain('already known: nothing changed')
  })

  it('what Lynis finds is listed, and its score shown', async () => {
    const { url } = await temporaryDatabase('all')
    const { get } = await testService({ url })
    const folder = temporaryFolder()
    const [report, log] = [join(folder, 'lynis-report.dat'), join(folder, 'lynis.log')]
    const files = ['--report-file', report, '--log-file', log]
    // A whole audit takes minutes, and its plugins alone most of a quick one. Lynis 3.1 takes no
    // list of groups.
    const some = ['--skip-plugins', '--tests-from-group', 'accounting']
    run('lynis', 'audit', 'system', '--quick', '--no-colors', ...files, ...some)
    const written = readFileSync(report, 'utf8')
    const { code, stdout } = await secdash(['import', 'auto', report, '--server', 'web-01'], {
      DATABASE_URL: url,
    })
    expect([code, stdout]).toEqual([0, expect.stringContaining('(lynis)')])

    const { body } = await get('/api/compliance-scans.php?action=server&name=web-01')
    const index = Number(/^hardening_index=(\d+)$/m.exec(written)?.[1])
    expect(body.scan.overall_score).toBe(index)
    const ids = [...written.matchAll(/^(?:warning|suggestion)\[\]=([^|]+)/gm)].map(([, id]) => id)
    const listed = (await get('/api/compliance-scans.php?action=findings&server=web-01')).body
    const failed = new Set(listed.findings.map((it: { check_id: string }) => it.check_id))
    expect(failed).toEqual(new Set(ids.filter((id) => id !== 'LYNIS')))
    expect(failed.size).toBeGreaterThan(0)
  })
})
