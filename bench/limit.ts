import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { orderWithPass, railOpen, solveCaptcha } from '#test/shop-client.ts'
import { printTable, type Row } from './print-table.ts'
import { cpuMs, residentMb } from './process-cost.ts'
import { readOptions } from './read-options.ts'
import { quantile } from './statistics.ts'
import { BENCH_CODE, withBench } from './with-bench.ts'

const BUYERS = [1, 4, 16, 64, 256, 1024]

/** Doubles the buyers at once until orders are slow or refused: orders a second, how long one takes, what is refused and why. */
export async function run(args: readonly string[]): Promise<void> {
  const { seconds } = readOptions(args, { seconds: 12 })
  await withBench(async (bench) => {
    const { url } = await bench.postgres()
    // a client of its own may have 300 connections
    const shop = await bench.shop({ DATABASE_URL: url, KEYHOLD_TRUST_PROXY: '127.0.0.1' })
    const { db } = await bench.database(url)
    await railOpen(shop.url, 'erc20')
    const before = await databaseBytes(db)
    let made = 0
    const rows: Row[] = []
    for (const buyers of BUYERS) {
      const cpu = await cpuMs(shop.pid)
      const result = await orderFor(seconds * 1000, shop.url, buyers)
      made += result.times.length
      const cores = ((await cpuMs(shop.pid)) - cpu) / (seconds * 1000)
      rows.push({
        what: `${buyers.toLocaleString('en')} buyers at once`,
        measured: describe(result, cores, seconds),
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
  })
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

function describe({ times, refused }: Result, cores: number, seconds: number): string {
  const [median, most] = [0.5, 0.95].map((part) => `${quantile(times, part).toFixed(0)} ms`)
  const refusals = [...refused].map(([reason, count]) => `${String(count)} ${reason}`).join(', ')
  return `${(times.length / seconds).toFixed(0)} a second; ${median ?? ''}, ${most ?? ''}; ${cores.toFixed(2)}; ${refusals === '' ? 'none' : refusals}`
}

async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{
    bytes: string
  }>`select pg_database_size(current_database())::text as bytes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
