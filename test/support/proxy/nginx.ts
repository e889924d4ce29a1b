// A real nginx on a free port of this machine, with its files in a folder of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programAt } from '../programs.ts'
import { end, hasEnded } from '../servers/server.ts'

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const around = (site: string) => `
daemon off;
pid nginx.pid;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http {
  access_log off;
  ${TEMPORARY.map((it) => `${it}_temp_path ${it};`).join('\n  ')}
${site}
}
`

/** `site` is what an operator writes into conf.d; it listens on `port`. */
export async function startNginx(folder: string, site: string, port: number) {
  writeFileSync(join(folder, 'nginx.conf'), around(site))
  const nginx = spawn(
    programAt('nginx') ?? 'nginx',
    ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'],
    { stdio: 'ignore' },
  )
  while (!(await isListening(port))) {
    if (hasEnded(nginx)) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
    await sleep(5)
  }
  return { stop: () => end(nginx, 'SIGTERM') }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
