import { addNewKeys } from '#server/keys/generate-keys.ts'
import { allMailed, makeOrders, payAll } from './order-load.ts'
import { printTable, type Row } from './print-table.ts'
import { residentMb } from './process-cost.ts'
import { readOptions } from './read-options.ts'
import { withBench } from './with-bench.ts'

const ROUNDS = 2
const BUYERS_AT_ONCE = 20

/** Measures the memory of the server: idle, after many orders that were made, paid and mailed, and after as many again. */
export async function run(args: readonly string[]): Promise<void> {
  const { orders, memory } = readOptions(args, { orders: 10_000, memory: 'small' })
  const settings = { KEYHOLD_MEMORY: memory }
  await withBench(async (bench) => {
    // the first start creates the cluster
    await (await bench.shop(settings)).stop()
    const shop = await bench.shop(settings)
    const { db, keyCipher } = await bench.shopDatabase()
    const rows: Row[] = [rowOf('idle', await residentMb(shop.pid), '≤ 120 MB')]
    await addNewKeys(db, keyCipher, 'standard', ROUNDS * orders)
    for (let round = 1; round <= ROUNDS; round++) {
      const from = (round - 1) * orders
      await makeOrders({ url: shop.url, from, count: orders, buyersAtOnce: BUYERS_AT_ONCE })
      await payAll(db)
      await allMailed(db, round * orders)
      const what = `after ${(round * orders).toLocaleString('en')} orders`
      rows.push(rowOf(what, await residentMb(shop.pid), round === 1 ? '≤ 150 MB' : 'no more'))
    }
    const title = `memory, KEYHOLD_MEMORY=${memory}: resident, with about 68 MB of the program file of Node`
    printTable(title, rows)
  })
}

function rowOf(what: string, megabytes: number, aim: string): Row {
  return { what, measured: `${megabytes.toFixed(0)} MB`, aim }
}
