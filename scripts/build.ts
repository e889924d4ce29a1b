// Makes dist/: JavaScript that the packed package runs on plain Node, and the dashboard.
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { buildWeb } from './build-web.ts'

rmSync('dist', { recursive: true, force: true })
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
chmodSync('dist/cli.js', 0o755)
buildWeb()
