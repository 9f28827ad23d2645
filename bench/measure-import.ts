import type { Db } from '#server/db/database.ts'
import { checkImport } from '#server/keys/check-import.ts'
import { commitImport } from '#server/keys/commit-import.ts'
import { EDITION_IDS } from '#test/editions.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import type { Row } from './print-table.ts'

const IMPORTED = 100_000

/** Measures the import of new keys beside those of a filled shop: checked and committed. */
export async function measureImport(db: Db): Promise<Row> {
  const list = Array.from({ length: IMPORTED }, (_, n) => `NEW${String(n).padStart(7, '0')}-BENCH-KEYS`)
  const before = process.memoryUsage.rss()
  let most = before
  const from = performance.now()
  const by = { actorId: null, now: new Date('2026-11-20T12:00:00Z') }
  const id = await checkImport(db, TEST_CIPHER, list, { onSale: EDITION_IDS, unnamed: 'standard' }, by)
  const checkedS = (performance.now() - from) / 1000
  const outcome = await commitImport(db, id, by, () => {
    most = Math.max(most, process.memoryUsage.rss())
  })
  if (outcome.kind !== 'done' || outcome.added !== IMPORTED) throw new Error('expected every key to be added')
  const s = (performance.now() - from) / 1000
  const grownMb = (most - before) / 2 ** 20
  return {
    what: 'import of 100,000 keys: check + commit, memory grown by',
    measured: `${checkedS.toFixed(1)} + ${(s - checkedS).toFixed(1)} = ${s.toFixed(1)} s, ${grownMb.toFixed(0)} MB`,
    aim: '≤ 30 s',
  }
}
