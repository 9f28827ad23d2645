import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { until } from '#test/until.ts'

/** Writes to the database all the time over new connections, independently of the shop, to know when it can be written to. */
export interface Probe {
  /** Resolves when a write that began after a moment was committed. */
  answersAfter(at: number): Promise<void>
  /** How long, between two moments, no write was committed: the longest time between two that were. */
  outageMs(from: number, to: number): number
  stop(): Promise<void>
}

const EVERY_MS = 200
const ANSWER_WITHIN_MS = 2_000

export function startProbe(url: string): Probe {
  /** When writes began that were committed. */
  const commits: number[] = []
  const end = new AbortController()
  const probing = (async () => {
    while (!end.signal.aborted) {
      const at = performance.now()
      if (await write(url)) commits.push(at)
      await delay(EVERY_MS)
    }
  })()
  return {
    async answersAfter(at) {
      await until(() => commits.some((one) => one >= at), { what: 'the database', withinMs: 300_000 })
    },
    outageMs(from, to) {
      const within = [from, ...commits.filter((one) => one >= from && one <= to), to]
      return Math.max(0, ...within.slice(1).map((one, at) => one - (within[at] ?? one)))
    },
    async stop() {
      end.abort()
      await probing
    },
  }
}

/** Commits a row in a schema of its own. */
async function write(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`
      create schema if not exists probe;
      create table if not exists probe.beats (at timestamptz);
      insert into probe.beats values (now())`)
    return true
  } catch {
    return false
  } finally {
    // without an answer there is no goodbye
    void client.end().catch(() => undefined)
  }
}
