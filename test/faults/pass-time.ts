import { SOLD_ASSETS } from '#shared/assets.ts'
import type { World } from './world.ts'

const HOUR_MS = 3600_000
/** A shop that runs looks more often than this. */
const PAUSE_MS = 60_000
const EVERY_MS = 300_000
const MOST_ROWS = 600

/** Dollars for one coin times 10^8 at a time: a curve of its own for each seed, the same in every run. */
export function priceAt(seed: string, asset: string, atMs: number): bigint {
  const base = asset === 'BTC' ? 60_000 : asset === 'ETH' ? 3_000 : 1
  if (base === 1) return 100_000_000n
  const phase = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 6283, 7) / 1000
  const hours = atMs / HOUR_MS
  const swing =
    0.3 * Math.sin(hours / 170 + phase) + 0.05 * Math.sin(hours / 7 + 2 * phase) + 0.003 * Math.sin(hours * 5)
  return BigInt(Math.round(base * (1 + swing) * 100)) * 1_000_000n
}

/** Lets the world's clock go on; meanwhile rates are stored, unless their sources are gone. */
export async function passTime(world: World, ms: number): Promise<string> {
  const from = world.nowMs
  world.nowMs += ms
  if (ms > PAUSE_MS) world.jumpedMs += ms
  await storeRates(world, from)
  return `${String(Math.round(ms / 1000))} s`
}

/** Stores the rates of the time since `fromMs`. */
export async function storeRates(world: World, fromMs: number): Promise<void> {
  if (!world.hasRates) return
  const times: number[] = [world.nowMs]
  for (let at = world.nowMs - EVERY_MS; at > fromMs && times.length < MOST_ROWS; at -= EVERY_MS)
    times.push(at)
  const rows = SOLD_ASSETS.flatMap((coin) =>
    times.map((at) => ({ coin, at: new Date(at), rate: String(priceAt(world.setup.seed, coin, at)) })),
  )
  await world.oracle.query({
    name: 'store rates',
    text: `insert into rates (coin, at, rate_e8, sources)
       select t.coin, t.at, t.rate, 'model'
       from unnest($1::text[], $2::timestamptz[], $3::numeric[]) as t (coin, at, rate)
       on conflict do nothing`,
    values: [rows.map(({ coin }) => coin), rows.map(({ at }) => at), rows.map(({ rate }) => rate)],
  })
}
