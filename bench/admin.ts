import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureAdmin } from './measure-admin.ts'
import { measureAdminOrders } from './measure-admin-orders.ts'
import { printTable } from './print-table.ts'

/** Measures the calls of the back office with few and with a million keys and orders, on PostgreSQL. */
export async function run(): Promise<void> {
  printTable('admin: keys', await inFolder(measureAdmin))
  printTable('admin: orders', await inFolder(measureAdminOrders))
}

async function inFolder<T>(measure: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-bench-'))
  try {
    return await measure(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
