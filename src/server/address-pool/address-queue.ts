import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'
import { NoAddressError, requestAddresses } from './take-address.ts'

/** How long an order waits for an address that may never come: the nodes do not answer. */
const WITHIN_MS = 1_500
/** How long it waits if orders have just taken all addresses, so that new ones are being checked. */
const WITHIN_BUSY_MS = 15_000
const BUSY_MS = 60_000
const PAUSE_MS = 100

/** Which addresses an order needs, and when it was made. */
interface NeededAddress {
  readonly fingerprint: string
  readonly chain: ChainId
  readonly now: Date
}

/** The orders of this process that wait for an address, in the order in which they came. */
export interface AddressQueue {
  /**
   * Runs a transaction that takes an address, and again when there is one if the pool was empty. While others wait for the
   * same chain, it waits behind them.
   *
   * @throws {NoAddressError} if there is none for a short time.
   */
  run<Result>(needed: NeededAddress, transaction: () => Promise<Result>): Promise<Result>
}

interface Waiting {
  readonly since: number
  /** Tells whether to try again, or to give up. */
  readonly tell: (isOffered: boolean) => void
  readonly fail: (error: unknown) => void
}

/** Those who wait for an address of one extended public key on one chain, the longest first. */
interface Line {
  readonly waiting: Waiting[]
  /** Transactions that have not ended. Each may have taken an address that others still see. */
  running: number
  isWatched: boolean
}

/** @param aside what an order does with its place while it waits. */
export function createAddressQueue(
  db: Db,
  aside: <Result>(wait: () => Promise<Result>) => Promise<Result> = (wait) => wait(),
): AddressQueue {
  const lines = new Map<string, Line>()

  const lineOf = ({ fingerprint, chain }: NeededAddress): Line => {
    const key = `${fingerprint} ${chain}`
    const line = lines.get(key) ?? { waiting: [], running: 0, isWatched: false }
    lines.set(key, line)
    return line
  }

  /** @throws {NoAddressError} if no address is offered for too long. */
  const waitIn = async (line: Line, needed: NeededAddress, since: number): Promise<void> => {
    const offered = new Promise<boolean>((tell, fail) => {
      // by its arrival: who is offered an address that another process takes first keeps its place
      const next = line.waiting.findIndex((other) => other.since > since)
      line.waiting.splice(next === -1 ? line.waiting.length : next, 0, { since, tell, fail })
      if (!line.isWatched) void watch(db, line, needed)
    })
    if (!(await aside(() => offered))) throw new NoAddressError()
  }

  return {
    async run(needed, transaction) {
      const line = lineOf(needed)
      const since = performance.now()
      if (line.waiting.length > 0) await waitIn(line, needed, since)
      for (;;) {
        line.running += 1
        try {
          return await transaction()
        } catch (error) {
          if (!(error instanceof NoAddressError)) throw error
        } finally {
          line.running -= 1
        }
        await waitIn(line, needed, since)
      }
    },
  }
}

/** Offers addresses to those who wait until nobody does. A failed query is told to all of them. */
async function watch(db: Db, line: Line, needed: NeededAddress): Promise<void> {
  line.isWatched = true
  try {
    let withinMs = (await isBusy(db, needed)) ? WITHIN_BUSY_MS : WITHIN_MS
    while (line.waiting.length > 0) {
      await requestAddresses(db, needed.fingerprint)
      await delay(PAUSE_MS)
      const free = await countFree(db, needed, line.running + line.waiting.length)
      const offered = line.waiting.splice(0, Math.max(0, free - line.running))
      for (const one of offered) one.tell(true)
      if (offered.length > 0) withinMs = WITHIN_BUSY_MS
      const sinceMin = performance.now() - withinMs
      while ((line.waiting[0]?.since ?? Infinity) < sinceMin) line.waiting.shift()?.tell(false)
    }
  } catch (error) {
    for (const one of line.waiting.splice(0)) one.fail(error)
  } finally {
    line.isWatched = false
  }
}

/** How many addresses the pool has for a chain, counted up to `limit`. */
async function countFree(db: Db, { fingerprint, chain }: NeededAddress, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from address_pool
      where wallet_fingerprint = ${fingerprint} and ${chain} = any(unused_on) limit ${limit}
    ) free`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether another order got an address of the same extended public key within the last minute. */
async function isBusy(db: Db, { fingerprint, now }: NeededAddress): Promise<boolean> {
  const last = await db
    .selectFrom('payments')
    .select('id')
    .where('wallet_fingerprint', '=', fingerprint)
    .where('created_at', '>', new Date(now.getTime() - BUSY_MS))
    .limit(1)
    .executeTakeFirst()
  return last !== undefined
}
