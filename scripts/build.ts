// Makes dist/: JavaScript that the packed package runs on plain Node, and the dashboard.
import { rmSync } from 'node:fs'
import { buildService } from './build-service.ts'
import { buildWeb } from './build-web.ts'

rmSync('dist', { recursive: true, force: true })
await buildService()
buildWeb()
