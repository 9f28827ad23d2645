import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { announce } from '#server/live/announce.ts'
import { completePart, type Recovery } from './recoveries.ts'

/** The number of keys set aside, by edition. */
export async function countQuarantined(
  db: Db,
): Promise<readonly { readonly edition: string; readonly count: number }[]> {
  const { rows } = await sql<{ edition: string; count: bigint }>`
    select game_edition as edition, count(*) as count from game_keys
    where quarantined_at is not null group by 1 order by 1`.execute(db)
  return rows.map(({ edition, count }) => ({ edition, count: Number(count) }))
}

/**
 * Retires those of the keys set aside that were sent, for good.
 *
 * @returns the number retired, and how many of the texts are no key that is set aside.
 */
export async function retireSentKeys(
  db: Db,
  sent: readonly string[],
  now: Date,
): Promise<{ readonly retired: number; readonly unknown: number }> {
  const keys = [...new Set(sent)]
  return db.transaction().execute(async (tx) => {
    const result = await sql`
      update game_keys set quarantined_at = null
      where quarantined_at is not null and game_key = any(${keys})`.execute(tx)
    const retired = Number(result.numAffectedRows ?? 0n)
    const subject = { kind: 'keys', id: 'quarantined' } as const
    await recordAudit(tx, {
      at: now,
      actorId: null,
      action: 'recovery.keys-retire',
      subject,
      facts: { retired },
    })
    return { retired, unknown: keys.length - retired }
  })
}

/** Makes every key that is still set aside sellable again, and completes that half of the recovery. */
export async function releaseKeys(
  db: Db,
  recovery: Recovery,
  now: Date,
): Promise<{ readonly released: number; readonly isFinished: boolean }> {
  return db.transaction().execute(async (tx) => {
    const result = await sql`
      update game_keys set quarantined_at = null, retired_at = null
      where quarantined_at is not null`.execute(tx)
    const released = Number(result.numAffectedRows ?? 0n)
    const subject = { kind: 'keys', id: 'quarantined' } as const
    await recordAudit(tx, {
      at: now,
      actorId: null,
      action: 'recovery.keys-release',
      subject,
      facts: { released },
    })
    await announce(tx, 'keys')
    return { released, ...(await completePart(tx, recovery, 'keys_done_at', now)) }
  })
}
