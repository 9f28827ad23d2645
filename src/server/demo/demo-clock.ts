import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/runtime/clock.ts'

/** The clock of a demo, which can be moved forward. Never back: what has expired stays expired. */
export interface DemoClock {
  readonly clock: Clock
  /** Moves the time forward, for this process and for later starts. */
  pass(seconds: number): Promise<void>
}

/** Opens the clock of a demo, as far ahead of `inner` as it was moved before. */
export async function openDemoClock(db: Db, inner: Clock): Promise<DemoClock> {
  const row = await db.selectFrom('demo_clock').select('ahead_s').executeTakeFirst()
  let aheadMs = Number(row?.ahead_s ?? 0) * 1000
  return {
    clock: () => new Date(inner().getTime() + aheadMs),
    async pass(seconds) {
      if (!(seconds >= 0)) throw new RangeError(`expected seconds from 0 on, got ${String(seconds)}`)
      const whole = BigInt(Math.ceil(seconds))
      const { ahead_s: aheadS } = await db
        .insertInto('demo_clock')
        .values({ ahead_s: whole })
        .onConflict((conflict) =>
          conflict.column('is_only').doUpdateSet({ ahead_s: sql`demo_clock.ahead_s + ${whole}` }),
        )
        .returning('ahead_s')
        .executeTakeFirstOrThrow()
      aheadMs = Number(aheadS) * 1000
    },
  }
}
