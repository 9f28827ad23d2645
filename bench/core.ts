import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureOrders } from './measure-orders.ts'
import { measureScanning } from './measure-scanning.ts'
import { printTable, type Row } from './print-table.ts'

/** Measures orders, memory, start and reading blocks, on PostgreSQL, and prints one table. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-bench-'))
  try {
    const rows: Row[] = [...(await measureOrders(folder)), ...(await measureScanning(join(folder, 'scan')))]
    printTable('core', rows)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
