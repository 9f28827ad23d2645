import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/runtime/clock.ts'

/**
 * The time of the database, which all processes share: due times are written and read by it, whatever the clocks of their
 * machines say.
 */
export interface DatabaseClock {
  readonly clock: Clock
  /** Asks the database. Until then, and between two looks, time passes as the machine counts it. */
  sync(db: Db): Promise<void>
  /** How far this machine's clock was ahead of the database's at the last look, in seconds; below zero: behind. */
  machineAheadS(): number
  /** Calls back when the database's clock was set back, by how much: what was to be done by it later would wait for too long. */
  onSetBack(callback: (byMs: number) => Promise<void>): void
}

/** Smaller differences are how long the question took. */
const IGNORED_MS = 100
/** An answer that took longer says nothing: nobody knows when the server looked at its clock. */
const ANSWERED_WITHIN_MS = 2_000
const SET_BACK_FROM_MS = 5_000

/** @param system the machine's clock. */
export function createDatabaseClock(system: Clock): DatabaseClock {
  const callbacks: ((byMs: number) => Promise<void>)[] = []
  /** What the time was when the counter that nobody can set showed `countedMs`. */
  let known: { readonly timeMs: number; readonly countedMs: number } | null = null
  let machineAheadMs = 0
  const nowMs = () =>
    known === null ? system().getTime() : Math.round(known.timeMs + performance.now() - known.countedMs)

  return {
    clock: () => new Date(nowMs()),
    machineAheadS: () => Math.round(machineAheadMs / 1000),
    onSetBack: (callback) => callbacks.push(callback),
    async sync(db) {
      const askedMs = performance.now()
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('expected the time of the database, got no row')
      if (known !== null && performance.now() - askedMs > ANSWERED_WITHIN_MS) return
      const countedMs = (askedMs + performance.now()) / 2
      const timeMs = row.now.getTime()
      machineAheadMs = system().getTime() - (timeMs + performance.now() - countedMs)
      const aheadMs = timeMs + performance.now() - countedMs - nowMs()
      const isFirst = known === null
      if (Math.abs(aheadMs) >= IGNORED_MS || isFirst) known = { timeMs, countedMs }
      if (!isFirst && aheadMs < -SET_BACK_FROM_MS) for (const callback of callbacks) await callback(-aheadMs)
    },
  }
}
