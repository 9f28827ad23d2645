import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { openDatabase } from '#server/db/database.ts'
import { TEST_SECRET_TEXT } from '#test/installation-secret.ts'
import { serveShop } from '#test/served-shop.ts'
import { orderWithPass, railOpen, solveCaptcha } from '#test/shop-client.ts'
import { BENCH_CODE } from './order-load.ts'
import { printTable, type Row } from './print-table.ts'
import { cpuMs, residentMb } from './process-cost.ts'
import { quantile } from './statistics.ts'

const BUYERS = [1, 4, 16, 64, 256, 1024]

/** Doubles the buyers at once until orders are slow or refused: orders a second, how long one takes, what is refused and why. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { seconds: { type: 'string', default: '12' } } })
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-bench-'))
  const postgres = await startEmbeddedPostgres({ dataFolder: folder })
  const shop = await serveShop({
    DATABASE_URL: postgres.url,
    KEYHOLD_SECRET: TEST_SECRET_TEXT,
    KEYHOLD_CAPTCHA_CODE: BENCH_CODE,
    KEYHOLD_LIMITS: 'off',
    // a client of its own may have 300 connections
    KEYHOLD_TRUST_PROXY: '127.0.0.1',
  })
  const { db, close } = openDatabase(postgres.url, { max: 1 })
  try {
    await railOpen(shop.url, 'erc20')
    const before = await databaseBytes(db)
    let made = 0
    const rows: Row[] = []
    for (const buyers of BUYERS) {
      const cpu = await cpuMs(shop.pid)
      const result = await orderFor(Number(values.seconds) * 1000, shop.url, buyers)
      made += result.times.length
      const cores = ((await cpuMs(shop.pid)) - cpu) / (Number(values.seconds) * 1000)
      rows.push({
        what: `${buyers.toLocaleString('en')} buyers at once`,
        measured: describe(result, cores, values.seconds),
        aim: '–',
      })
    }
    const grown = (await databaseBytes(db)) - before
    rows.push(
      {
        what: 'the database grew by an order, unpaid',
        measured: `${(grown / made / 1000).toFixed(1)} kB`,
        aim: '–',
      },
      {
        what: 'resident memory of the server afterwards',
        measured: `${(await residentMb(shop.pid)).toFixed(0)} MB`,
        aim: '–',
      },
    )
    printTable('limit: orders a second; median, 95 %; cores of the server; refused', rows)
  } finally {
    await close()
    await shop.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Result {
  /** Of each order that was made, in ms, captcha included. */
  readonly times: number[]
  /** By the code or message of the refusal. */
  readonly refused: Map<string, number>
}

async function orderFor(ms: number, url: string, buyers: number): Promise<Result> {
  const endsAt = performance.now() + ms
  const result: Result = { times: [], refused: new Map() }
  const buyer = async (_: unknown, number: number) => {
    for (let count = 0; performance.now() < endsAt; count++) {
      const name = `${String(buyers)}-${String(number)}-${String(count)}`
      const beganAt = performance.now()
      try {
        const pass = await solveCaptcha(url, BENCH_CODE)
        await orderWithPass(url, pass, {
          network: 'erc20',
          edition: 'standard',
          quantity: 1,
          email: `buyer${name}@example.com`,
          idempotencyKey: `bench-limit-order-${name}`,
        })
        result.times.push(performance.now() - beganAt)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        result.refused.set(reason, (result.refused.get(reason) ?? 0) + 1)
      }
    }
  }
  await Promise.all(Array.from({ length: buyers }, buyer))
  return result
}

function describe({ times, refused }: Result, cores: number, seconds: string): string {
  const [median, most] = [0.5, 0.95].map((part) => `${quantile(times, part).toFixed(0)} ms`)
  const refusals = [...refused].map(([reason, count]) => `${String(count)} ${reason}`).join(', ')
  return `${(times.length / Number(seconds)).toFixed(0)} a second; ${median ?? ''}, ${most ?? ''}; ${cores.toFixed(2)}; ${refusals === '' ? 'none' : refusals}`
}

async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{
    bytes: string
  }>`select pg_database_size(current_database())::text as bytes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
