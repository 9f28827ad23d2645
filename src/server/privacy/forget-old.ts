import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/runtime/log.ts'
import { eraseOldMails } from './erase-mails.ts'
import { eraseUnpaid } from './erase-unpaid.ts'
import { forgetRequests } from './forget-requests.ts'
import { forgetWaiting } from './forget-waiting.ts'
import { pruneRates } from './prune-rates.ts'

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
