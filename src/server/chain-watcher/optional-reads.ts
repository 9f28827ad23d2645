import { ChainError, type ChainReader } from '#server/chain/chain-reader.ts'
import { NodesPauseError } from '#server/chain/endpoints.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/runtime/log.ts'
import { recordRefusedReads } from './chain-states.ts'

/** Runs the reads that settling does not need, so that a node that refuses one of them does not block its chain. */
export interface OptionalReads {
  /**
   * Runs a read, unless it failed a moment ago. A fault of the nodes is logged and stored in `chain_states`; the read is
   * tried again after a pause.
   *
   * @param name for people: `'balances of the coin'`.
   * @throws {ChainError} `'mismatch'` if the node is on another network; every other fault is kept here.
   * @returns whether it ran and succeeded.
   */
  run(name: string, read: () => Promise<void>): Promise<boolean>
}

interface Failure {
  readonly message: string
  readonly count: number
  readonly retryAtMs: number
}

const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 300_000

/** Creates the record of the optional reads of one chain; its pauses are kept in memory only. */
export function createOptionalReads({
  db,
  reader,
  clock,
  log,
}: {
  readonly db: Db
  readonly reader: Pick<ChainReader, 'chain'>
  readonly clock: Clock
  readonly log: Log
}): OptionalReads {
  const failures = new Map<string, Failure>()
  let stored: string | null | undefined

  const store = async () => {
    const refused = [...failures].map(([name, { message }]) => `${name}: ${message}`).join('; ')
    const state = refused === '' ? null : refused
    if (state === stored) return
    await recordRefusedReads(db, reader.chain, state, clock())
    stored = state
  }

  const noteFailure = (name: string, error: ChainError) => {
    const count = (failures.get(name)?.count ?? 0) + 1
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(count - 1, 10), MAX_PAUSE_MS)
    const retryAtMs = clock().getTime() + Math.max(pauseMs, error.retryAfterMs ?? 0)
    failures.set(name, { message: error.message, count, retryAtMs })
    if (count > 1) return
    log.warn(
      { chain: reader.chain, read: name, error: error.message },
      'nodes refuse a read; only the orders that depend on it are kept open until it works',
    )
  }

  return {
    run: async (name, read) => {
      const failure = failures.get(name)
      if (failure !== undefined && clock().getTime() < failure.retryAtMs) return false
      try {
        await read()
      } catch (error) {
        if (!(error instanceof ChainError) || error.kind === 'mismatch') throw error
        // another read was refused a moment ago: if this one paused as well, both would be tried together for ever
        if (error instanceof NodesPauseError) return false
        // the block was replaced or is not known yet: the next poll reads again
        if (error.kind === 'inconsistent' || error.kind === 'lags') return false
        noteFailure(name, error)
        await store()
        return false
      }
      if (failures.delete(name)) log.info({ chain: reader.chain, read: name }, 'nodes answer a read again')
      await store()
      return true
    },
  }
}
