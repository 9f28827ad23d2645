import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'
import { hasAddress, NoAddressError, requestAddresses } from './take-address.ts'

/** How long an order waits for an address that may never come: the nodes do not answer. */
const WITHIN_MS = 1_500
/** How long it waits if orders have just taken all addresses, so that new ones are being checked. */
const WITHIN_BUSY_MS = 15_000
const BUSY_MS = 60_000
const FIRST_PAUSE_MS = 100
const PAUSE_MAX_MS = 400

/** Which addresses an order waits for, and when it was made. */
interface AwaitedAddress {
  readonly fingerprint: string
  readonly chain: ChainId
  readonly now: Date
}

/** Repeats a transaction that takes an address while the pool is empty, for a short time. @throws {NoAddressError} after it. */
export async function awaitAddress<Result>(
  db: Db,
  awaited: AwaitedAddress,
  transaction: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now()
  let withinMs: number | null = null
  for (;;) {
    try {
      return await transaction()
    } catch (error) {
      if (!(error instanceof NoAddressError)) throw error
      withinMs ??= (await isBusy(db, awaited)) ? WITHIN_BUSY_MS : WITHIN_MS
      if (!(await isOffered(db, awaited, startedAt + withinMs))) throw error
    }
  }
}

/** Waits for the pool to have an address, which another order may take first. @returns false if it has none at `until`. */
async function isOffered(db: Db, { fingerprint, chain }: AwaitedAddress, until: number): Promise<boolean> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    if (performance.now() > until) return false
    await requestAddresses(db, fingerprint)
    await delay(pauseMs)
    if (await hasAddress(db, fingerprint, chain)) return true
  }
}

/** Whether another order got an address of the same extended public key within the last minute. */
async function isBusy(db: Db, { fingerprint, now }: AwaitedAddress): Promise<boolean> {
  const last = await db
    .selectFrom('payments')
    .select('id')
    .where('wallet_fingerprint', '=', fingerprint)
    .where('created_at', '>', new Date(now.getTime() - BUSY_MS))
    .limit(1)
    .executeTakeFirst()
  return last !== undefined
}
