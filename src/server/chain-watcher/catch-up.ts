import type { Block } from '#server/chain/chain-reader.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/runtime/log.ts'
import type { ChainId } from '#shared/chains.ts'
import { describeCatchUp, recordCatchUp } from './chain-states.ts'

/** Reports how far missed blocks have been read. */
export interface CatchUp {
  /** Called after each span below the head. @param from the height at which the poll began. */
  progress(from: number, upTo: Block, head: Block): Promise<void>
  /** Called when the head is reached. */
  finished(head: Block): Promise<void>
}

const EVERY_MS = 10_000

/** Creates the report; it writes to the log and to `chain_states` every ten seconds, so that short gaps are not reported. */
export function createCatchUp(deps: {
  readonly db: Db
  readonly chain: ChainId
  readonly clock: Clock
  readonly log: Log
}): CatchUp {
  const { db, chain, clock, log } = deps
  let begunAt: number | null = null
  let toldAt = 0
  // a process that ended during a catch-up has left its report
  let isStored = true
  return {
    progress: async (from, upTo, head) => {
      const now = clock().getTime()
      if (begunAt === null) toldAt = begunAt = now
      if (now - toldAt < EVERY_MS) return
      toldAt = now
      log.info(
        { chain, height: upTo.height, head: head.height },
        describeCatchUp(from, upTo.height, head.height),
      )
      await recordCatchUp(db, chain, { from, to: head.height })
      isStored = true
    },
    finished: async (head) => {
      begunAt = null
      if (!isStored) return
      await recordCatchUp(db, chain, null)
      isStored = false
      log.info({ chain, height: head.height }, 'all blocks up to the head are read')
    },
  }
}
