// What users have today: nginx in front of PHP-FPM, over the same database, with connections that
// persist. Generated, in a folder of its own, on loopback, as an ordinary user.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, globSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAddress } from '../../src/address.ts'
import { newFolder } from '../../test/support/folders.ts'
import { freePort } from '../../test/support/servers/ports.ts'
import { end } from '../../test/support/servers/server.ts'
import { QUESTIONS } from '../questions.ts'
import { answers, type Side } from '../sides/side.ts'

const SCRIPTS = join(import.meta.dirname, 'php')
const NOBODY = 65_534
const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
const WORKERS = 8

const fpmProgram = () => globSync('/usr/sbin/php-fpm*')[0]

/** What is missing for it; nothing when it can be measured. */
export function missingForPhp(): string[] {
  const modules = spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout ?? ''
  return [
    ...(spawnSync('nginx', ['-v']).status === 0 ? [] : ['nginx']),
    ...(fpmProgram() === undefined ? ['php-fpm'] : []),
    ...(/^pdo_sqlite$/im.test(modules) ? [] : ['php-sqlite3']),
    ...(/^pdo_mysql$/im.test(modules) ? [] : ['php-mysql']),
  ]
}

export async function startPhp(database: string): Promise<Side> {
  const folder = newFolder('php')
  const port = await freePort()
  give(folder)
  lendToAccount(database)
  // The checkout may lie where the account cannot go.
  for (const script of readdirSync(SCRIPTS)) cpSync(join(SCRIPTS, script), join(folder, script))
  writeFileSync(join(folder, 'php-fpm.conf'), fpmConfig(folder))
  writeFileSync(join(folder, 'nginx.conf'), nginxConfig(folder, port, database))
  const fpm = spawn(
    fpmProgram() ?? '',
    ['--nodaemonize', '--no-php-ini', '--fpm-config', join(folder, 'php-fpm.conf'), ...OPCACHE],
    { ...account, stdio: 'ignore' },
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], {
    ...account,
    stdio: 'ignore',
  })
  const stop = async () => {
    await end(nginx, 'SIGTERM')
    await end(fpm, 'SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    // Both have started when a script answers: nginx listens before PHP does.
    await answers(nginx, port, { path: QUESTIONS.malware.path, status: [200] })
  } catch (error) {
    await stop()
    throw error
  }
  return { port, pids: [nginx.pid ?? 0, fpm.pid ?? 0], stop }
}

const give = (path: string) => {
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid)
}

/** A reader of a file in WAL mode shares memory with the writers, and needs the folder for it. */
function lendToAccount(database: string): void {
  const address = parseAddress(database)
  if (address?.engine !== 'sqlite') return
  const folder = dirname(address.path)
  give(folder)
  for (const file of readdirSync(folder)) give(join(folder, file))
}

const EXTENSIONS = ['opcache', 'pdo', 'pdo_sqlite', 'mysqlnd', 'pdo_mysql']
const OPCACHE = [
  ...EXTENSIONS.flatMap((it) => [
    '-d',
    `${it === 'opcache' ? 'zend_extension' : 'extension'}=${it}`,
  ]),
  ...['-d', 'opcache.enable=1', '-d', 'opcache.validate_timestamps=0'],
]

const fpmConfig = (folder: string) => `
[global]
error_log = ${folder}/fpm.log
[bench]
listen = ${folder}/fpm.sock
pm = static
pm.max_children = ${WORKERS}
catch_workers_output = yes
php_admin_value[memory_limit] = 256M
php_admin_value[date.timezone] = UTC
php_admin_value[error_log] = ${folder}/php.log
php_admin_flag[log_errors] = on
`

function nginxConfig(folder: string, port: number, database: string): string {
  const { dsn, user, password } = connectionOf(database)
  return `
worker_processes auto;
pid ${folder}/nginx.pid;
daemon off;
events { worker_connections 1024; }
http {
  access_log /dev/null;
  keepalive_timeout 72s;
  keepalive_requests 1000000;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location / { return 404; }
    location ~ ^/api/(malware|compliance-scans)\\.php$ {
      fastcgi_pass unix:${folder}/fpm.sock;
      fastcgi_buffers 64 16k;
      fastcgi_buffer_size 16k;
      fastcgi_param SCRIPT_FILENAME ${folder}/$1.php;
      fastcgi_param QUERY_STRING $query_string;
      fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param REQUEST_URI $request_uri;
      fastcgi_param SERVER_PROTOCOL $server_protocol;
      fastcgi_param DATABASE_DSN "${dsn}";
      fastcgi_param DATABASE_USER "${user}";
      fastcgi_param DATABASE_PASSWORD "${password}";
    }
  }
}
`
}

function connectionOf(database: string): { dsn: string; user: string; password: string } {
  const address = parseAddress(database)
  if (address?.engine === 'sqlite') return { dsn: `sqlite:${address.path}`, user: '', password: '' }
  if (address?.engine !== 'mariadb') throw new Error(`no PHP peer for ${address?.engine}`)
  const [first] = address.hosts
  const dsn = `mysql:host=${first?.host};port=${first?.port};dbname=${address.database};charset=utf8mb4`
  return { dsn, user: address.user, password: address.password ?? '' }
}
