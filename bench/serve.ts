import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import autocannon from 'autocannon'
import { serveShop } from '#test/served-shop.ts'
import { until } from '#test/until.ts'
import { makeNext } from './fixtures/make-next.ts'
import { printTable } from './print-table.ts'
import { median, quantile } from './statistics.ts'

const CONNECTIONS = 16
const WINDOW_S = 8
const WARM_UP_S = 3
const AIM = 10

interface Window {
  readonly perS: number
  readonly bytesEach: number
}

/** Measures requests per second for the landing page, by the shop and by `next start`, in alternating windows. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { pairs: { type: 'string', default: '5' } } })
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-bench-'))
  const built = await makeNext('.cache/bench/next')
  if (built.kind === 'missing') throw new Error(`expected Next.js to measure against, got: ${built.reason}`)
  const next = await startNext(built.folder)
  const shop = await serveShop({ KEYHOLD_DATA: join(folder, 'shop'), KEYHOLD_LIMITS: 'off' })
  try {
    for (const url of [shop.url, next.url]) await fire(url, WARM_UP_S)
    const ours: Window[] = []
    const theirs: Window[] = []
    for (let pair = 0; pair < Number(values.pairs); pair++) {
      ours.push(await fire(shop.url, WINDOW_S))
      theirs.push(await fire(next.url, WINDOW_S))
    }
    printRates(ours, theirs)
  } finally {
    await shop.stop()
    await next.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function printRates(ours: readonly Window[], theirs: readonly Window[]): void {
  const ratio = median(ours.map(({ perS }) => perS)) / median(theirs.map(({ perS }) => perS))
  printTable('serve', [
    { what: '/ from the shop', measured: describeRates(ours), aim: '–' },
    { what: '/ from next start', measured: describeRates(theirs), aim: '–' },
    {
      what: 'ratio of requests a second',
      measured: `${ratio.toFixed(1)} x`,
      aim: `≥ ${String(AIM)} x  ${ratio >= AIM ? 'PASS' : 'MISS'}`,
    },
  ])
}

function describeRates(windows: readonly Window[]): string {
  const rates = windows.map(({ perS }) => perS)
  const [low, middle, high] = [0, 0.5, 1].map((part) => quantile(rates, part).toFixed(0))
  const bytes = median(windows.map(({ bytesEach }) => bytesEach)).toFixed(0)
  return `${String(middle)} a second (${String(low)}–${String(high)}), ${bytes} B each`
}

const HEADERS = { 'accept-encoding': 'br, gzip', 'accept-language': 'en' }

/**
 * Both servers are offered brotli and may ignore it. Debian's wrk sends the requests where it is installed: autocannon
 * itself is the limit at some 6,000 responses of this size per second, with the shop nearly idle.
 */
async function fire(url: string, durationS: number): Promise<Window> {
  return hasWrk() ? fireWrk(url, durationS) : fireAutocannon(url, durationS)
}

function hasWrk(): boolean {
  return spawnSync('wrk', ['--version'], { stdio: 'ignore' }).error === undefined
}

async function fireWrk(url: string, durationS: number): Promise<Window> {
  const headers = Object.entries(HEADERS).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const how = ['-t1', `-c${String(CONNECTIONS)}`, `-d${String(durationS)}s`, ...headers, url]
  const { stdout } = await promisify(execFile)('wrk', how)
  const perS = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  if (!(perS > 0) || /Non-2xx|Socket errors/.test(stdout)) {
    throw new Error(`expected answers with status 200 alone, wrk says:\n${stdout}`)
  }
  const answer = await new Promise<number>((resolve, reject) => {
    // fetch would hide the bytes that came over the wire
    get(url, { headers: HEADERS }, (reply) => {
      let bytes = 0
      reply
        .on('data', (chunk: Buffer) => (bytes += chunk.length))
        .on('end', () => {
          resolve(bytes)
        })
    }).on('error', reject)
  })
  return { perS, bytesEach: answer }
}

async function fireAutocannon(url: string, durationS: number): Promise<Window> {
  const shot = await autocannon({ url, connections: CONNECTIONS, duration: durationS, headers: HEADERS })
  if (shot.non2xx > 0 || shot.errors > 0) {
    throw new Error(
      `expected answers with status 200, got ${String(shot.non2xx)} others and ${String(shot.errors)} errors`,
    )
  }
  return { perS: shot.requests.average, bytesEach: shot.throughput.total / shot.requests.total }
}

async function startNext(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const child: ChildProcess = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)],
    {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      stdio: 'ignore',
    },
  )
  const url = `http://127.0.0.1:${String(port)}/`
  await until(
    () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    {
      withinMs: 30_000,
      everyMs: 100,
      what: 'next start serving',
    },
  )
  return {
    url,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
