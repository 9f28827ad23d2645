import { execFile, spawnSync } from 'node:child_process'
import { get, type IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const CONNECTIONS = 16

/** A while of requests. */
export interface FiringWindow {
  readonly perS: number
  readonly bytesEach: number
}

const HEADERS = { 'accept-encoding': 'br, gzip', 'accept-language': 'en' }

/**
 * Both servers are offered brotli and may ignore it. Debian's wrk sends the requests where it is installed: autocannon
 * itself is the limit at some 6,000 responses of this size per second, with the shop nearly idle.
 */
export async function fire(url: string, durationS: number): Promise<FiringWindow> {
  return hasWrk() ? fireWrk(url, durationS) : fireAutocannon(url, durationS)
}

function hasWrk(): boolean {
  return spawnSync('wrk', ['--version'], { stdio: 'ignore' }).error === undefined
}

async function fireWrk(url: string, durationS: number): Promise<FiringWindow> {
  const headers = Object.entries(HEADERS).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const how = [
    '-t1',
    '--timeout',
    '20s',
    `-c${String(CONNECTIONS)}`,
    `-d${String(durationS)}s`,
    ...headers,
    url,
  ]
  const { stdout } = await promisify(execFile)('wrk', how)
  const perS = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  if (!(perS > 0) || /Non-2xx|Socket errors/.test(stdout)) {
    throw new Error(`expected answers with status 200 alone, wrk says:\n${stdout}`)
  }
  return { perS, bytesEach: (await fetchOnce(url)).body.length }
}

async function fireAutocannon(url: string, durationS: number): Promise<FiringWindow> {
  const shot = await autocannon({ url, connections: CONNECTIONS, duration: durationS, headers: HEADERS })
  if (shot.non2xx > 0 || shot.errors > 0) {
    throw new Error(
      `expected answers with status 200, got ${String(shot.non2xx)} others and ${String(shot.errors)} errors`,
    )
  }
  return { perS: shot.requests.average, bytesEach: shot.throughput.total / shot.requests.total }
}

/** One answer as it came over the wire: `fetch` would decompress it. */
export function fetchOnce(
  url: string,
): Promise<{ readonly headers: IncomingHttpHeaders; readonly body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: HEADERS }, (reply) => {
      const chunks: Buffer[] = []
      reply
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          resolve({ headers: reply.headers, body: Buffer.concat(chunks) })
        })
        .on('error', reject)
    }).on('error', reject)
  })
}
