import { measureOrders } from './measure-orders.ts'
import { printTable } from './print-table.ts'
import { readOptions } from './read-options.ts'
import { withBench } from './with-bench.ts'

/** Measures orders and the start, on PostgreSQL, and prints one table. `--memory large` gives V8 more memory. */
export async function run(args: readonly string[]): Promise<void> {
  const { memory } = readOptions(args, { memory: 'small' })
  await withBench(async (bench) => {
    printTable(`core, KEYHOLD_MEMORY=${memory}`, await measureOrders(bench, { KEYHOLD_MEMORY: memory }))
  })
}
