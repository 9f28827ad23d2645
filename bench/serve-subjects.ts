import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '#server/db/free-port.ts'
import { until } from '#test/until.ts'
import { fetchOnce } from './fire-requests.ts'

export const BARE = 'bare node:http'

/** A server of the landing page that is measured. */
export interface ServeSubject {
  readonly name: string
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** Headers that belong to a connection and not to the page. */
const OF_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/** The flags that keep the shop's memory small, see `package.json`. */
const FLAGS_OF_SHOP = ['--max-semi-space-size=4', '--optimize-for-size']

/** Starts a bare `node:http` handler that sends what another server answers. @param how with the flags of Node that the shop has, or none. */
export async function startBare(
  source: string,
  folder: string,
  how: 'as the shop' | 'plain',
): Promise<ServeSubject> {
  const { headers, body } = await fetchOnce(source)
  const kept = Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name))
  const file = join(folder, 'answer.json')
  await writeFile(
    file,
    JSON.stringify({
      headers: { ...Object.fromEntries(kept), 'content-length': body.length },
      base64: body.toString('base64'),
    }),
  )
  const flags = how === 'plain' ? [] : FLAGS_OF_SHOP
  const child = spawn(process.execPath, [...flags, 'bench/bare-server.ts', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const name = how === 'plain' ? BARE : `${BARE} with the shop's flags`
  return subjectOf(name, `http://127.0.0.1:${port}/`, child)
}

/** Starts Debian's nginx with the same bytes as a file; null where it is not installed. */
export async function startNginx(source: string, folder: string): Promise<ServeSubject | null> {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error !== undefined) return null
  const { headers, body } = await fetchOnce(source)
  const port = await freePort()
  const root = join(folder, 'nginx')
  await mkdir(root, { recursive: true })
  await writeFile(join(root, 'index.html'), body)
  await writeFile(
    join(root, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${root}/pid; error_log stderr error;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=10;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${root};`).join(' ')}
  server {
    listen 127.0.0.1:${String(port)}; root ${root};
    location = / { default_type text/html; add_header content-encoding ${headers['content-encoding'] ?? 'identity'}; try_files /index.html =404; }
  }
}`,
  )
  const child = spawn('nginx', ['-c', join(root, 'nginx.conf'), '-p', root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${String(port)}/`
  await answers(url)
  return subjectOf('nginx', url, child)
}

/** Starts `next start` in a folder with a built app. */
export async function startNext(folder: string): Promise<ServeSubject> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)],
    {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      stdio: 'ignore',
    },
  )
  const url = `http://127.0.0.1:${String(port)}/`
  await answers(url)
  return subjectOf('next start', url, child)
}

function subjectOf(name: string, url: string, child: ChildProcess): ServeSubject {
  return {
    name,
    url,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function answers(url: string): Promise<void> {
  const isOk = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(isOk, { withinMs: 30_000, everyMs: 100, what: `${url} answering` })
}
