import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureOrders } from './measure-orders.ts'
import { printTable } from './print-table.ts'

/** Measures orders, memory and start, on PostgreSQL, and prints one table. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-bench-'))
  try {
    printTable('core', await measureOrders(folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
