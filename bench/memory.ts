import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { serveShop } from '#test/served-shop.ts'
import { openServedDatabase } from './open-served-database.ts'
import { allMailed, BENCH_CODE, makeOrders, payAll } from './order-load.ts'
import { printTable, type Row } from './print-table.ts'
import { residentMb } from './process-cost.ts'

const ROUNDS = 2
const BUYERS_AT_ONCE = 20

/** Measures the memory of the server: idle, after many orders that were made, paid and mailed, and after as many again. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { orders: { type: 'string', default: '10000' } } })
  const orders = Number(values.orders)
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-bench-'))
  const settings = {
    KEYHOLD_DATA: join(folder, 'shop'),
    KEYHOLD_CAPTCHA_CODE: BENCH_CODE,
    KEYHOLD_LIMITS: 'off',
  }
  // the first start creates the cluster
  await (await serveShop(settings)).stop()
  const shop = await serveShop(settings)
  const database = await openServedDatabase(settings)
  try {
    const rows: Row[] = [rowOf('idle', await residentMb(shop.pid), '≤ 120 MB')]
    await addNewKeys(database.db, database.keyCipher, 'standard', ROUNDS * orders)
    for (let round = 1; round <= ROUNDS; round++) {
      const from = (round - 1) * orders
      await makeOrders({ url: shop.url, from, count: orders, buyersAtOnce: BUYERS_AT_ONCE })
      await payAll(database.db)
      await allMailed(database.db, round * orders)
      const what = `after ${(round * orders).toLocaleString('en')} orders`
      rows.push(rowOf(what, await residentMb(shop.pid), round === 1 ? '≤ 150 MB' : 'no more'))
    }
    printTable('memory: resident, with about 68 MB of the program file of Node', rows)
  } finally {
    await database.close()
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function rowOf(what: string, megabytes: number, aim: string): Row {
  return { what, measured: `${megabytes.toFixed(0)} MB`, aim }
}
