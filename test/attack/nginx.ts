import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { until } from '#test/until.ts'

/** The nginx of docs/operating.md in front of a shop, with a certificate of its own. */
export interface Nginx {
  /** In PEM form, for clients that check it. */
  readonly certificate: string
  /** Everything that it has logged about calls. */
  accessLog(): Promise<string>
  stop(): Promise<void>
}

interface NginxOptions {
  /** An empty folder for its files. */
  readonly folder: string
  readonly httpPort: number
  readonly tlsPort: number
  readonly shopPort: number
}

const SCRIPT = join(import.meta.dirname, '../../scripts/get-debian-program.sh')
const OPERATING = join(import.meta.dirname, '../../docs/operating.md')

/** The path of an nginx, null if there is none for this machine; the reason is printed. */
export function findNginx(): string | null {
  const { status, stdout, stderr } = spawnSync(SCRIPT, ['nginx', 'usr/sbin/nginx', '-v'], {
    encoding: 'utf8',
  })
  if (status === 0 && spawnSync('openssl', ['version']).status === 0) return stdout.trim()
  console.warn(`SKIPPED: the attacks. ${stderr.trim() || 'openssl is missing'}`)
  return null
}

/** Starts nginx with the configuration that operators are told to use; only ports, paths and addresses are others. */
export async function startNginx(
  program: string,
  { folder, httpPort, tlsPort, shopPort }: NginxOptions,
): Promise<Nginx> {
  await mkdir(folder, { recursive: true })
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-keyout', key, '-out', certificate, '-subj', '/CN=127.0.0.1'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1'],
    ],
    { stdio: 'ignore' },
  )
  const log = join(folder, 'access.log')
  const replaced: readonly (readonly [string | RegExp, string])[] = [
    [/^ *listen \[::\].*\n/gm, ''],
    ['listen 80;', `listen 127.0.0.1:${String(httpPort)};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${String(tlsPort)} ssl;`],
    ['/etc/letsencrypt/live/shop.example/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/shop.example/privkey.pem', key],
    ['/var/log/nginx/keyhold.log', log],
    [/http:\/\/127\.0\.0\.1:8080/g, `http://127.0.0.1:${String(shopPort)}`],
  ]
  let documented = await documentedConfiguration()
  for (const [from, to] of replaced) {
    const next = documented.replace(from, to)
    if (next === documented) throw new Error(`expected ${String(from)} in the nginx example of operating.md`)
    documented = next
  }
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n  ')
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `worker_processes 1;\npid ${join(folder, 'nginx.pid')};\nerror_log ${join(folder, 'error.log')};\n` +
      `events { worker_connections 1024; }\nhttp {\n  access_log off;\n  ${bodies}\n${documented}\n}\n`,
  )
  const child = spawn(program, ['-c', file, '-p', folder, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (bytes: Buffer) => said.push(bytes.toString()))
  const killed = () => void child.kill('SIGTERM')
  process.once('exit', killed)
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`nginx ended: ${said.join('')}`)
      return accepts(tlsPort)
    },
    { what: 'nginx listens' },
  )
  return {
    certificate: await readFile(certificate, 'utf8'),
    accessLog: () => readFile(log, 'utf8'),
    stop: async () => {
      process.off('exit', killed)
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** The nginx example of operating.md. */
async function documentedConfiguration(): Promise<string> {
  const block = /```nginx\n([\s\S]*?)```/.exec(await readFile(OPERATING, 'utf8'))?.[1]
  if (block === undefined) throw new Error('expected an nginx example in operating.md')
  return block
}

async function accepts(port: number): Promise<boolean> {
  const socket: Socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => {
      resolve(false)
    })
  })
}
