import { measureOrders } from './measure-orders.ts'
import { printTable } from './print-table.ts'
import { withBench } from './with-bench.ts'

/** Measures orders, memory and start, on PostgreSQL, and prints one table. */
export async function run(): Promise<void> {
  await withBench(async (bench) => {
    printTable('core', await measureOrders(bench))
  })
}
