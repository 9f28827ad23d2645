import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/runtime/log.ts'
import { eraseOldMails } from './erase-mails.ts'
import { eraseUnpaid } from './erase-unpaid.ts'
import { forgetWaiting } from './forget-waiting.ts'
import { pruneRates } from './prune-rates.ts'
import { sql } from 'kysely'
import { inBatches } from '#server/db/in-batches.ts'
import { UNPAID_DATA_KEPT_S } from '#shared/constants.ts'

interface ForgetOptions {
  readonly log: Log
  readonly signal: AbortSignal
}

/** Erases the personal data of unpaid orders and of the waiting list that are due. */
export async function forgetUnpaid(db: Db, now: Date, options: ForgetOptions): Promise<void> {
  await eraseUnpaid(db, now, options)
  await forgetWaiting(db, now, options.signal)
}

/** Erases outdated data of requests and mails, and rates. */
export async function forgetOld(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  await forgetRequests(db, now, signal)
  await eraseOldMails(db, now, signal)
  await pruneRates(db, now, signal)
}

const BATCH = 2000

/**
 * Clears the request identifiers of orders older than 30 days, also of paid ones. Only holds and retries in the first
 * days need them.
 */
export async function forgetRequests(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const madeBefore = new Date(now.getTime() - UNPAID_DATA_KEPT_S * 1000)
  await inBatches(
    BATCH,
    () =>
      sql`
      update payments set client_hash = null, network_hash = null, idempotency_key = null, request_hash = null where id in (
        select id from payments
        where created_at < ${madeBefore} and num_nonnulls(client_hash, network_hash, idempotency_key, request_hash) > 0
        limit ${BATCH} for update skip locked
      )`.execute(db),
    signal,
  )
}
