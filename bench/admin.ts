import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureAdmin } from './measure-admin.ts'
import { printTable } from './print-table.ts'

/** The back office's calls with few and with a million keys, on PostgreSQL, printed as one table. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-bench-'))
  try {
    printTable('admin', await measureAdmin(folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
