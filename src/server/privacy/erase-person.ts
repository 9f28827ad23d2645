import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import {
  countExternalOf,
  eraseExternalOf,
  type ExternalErasure,
} from '#server/external-orders/external-privacy.ts'
import { lockOrder } from '#server/payments/lock-order.ts'
import { eraseMailsTo, eraseSupportMailsFrom, isSupportMailFrom } from './erase-mails.ts'
import { eraseOrder } from './erase-order.ts'
import { findOrdersByEmail } from './find-orders-by-email.ts'
import { eraseWaitingOf } from './forget-waiting.ts'
import { judgeErasure, type ErasureVerdict } from './judge-erasure.ts'
import { personCode } from './person-code.ts'

/** A request to erase a person's data. */
export interface ErasePersonRequest {
  readonly email: string
  /** Also erase paid orders, once their refund window is over. */
  readonly includesPaid: boolean
  readonly releaseAt: Date
  readonly secret: Uint8Array
  readonly now: Date
}

/** An order whose personal data are kept, and the reason. */
export interface KeptOrder {
  readonly orderId: string
  readonly verdict: Exclude<ErasureVerdict, { readonly kind: 'unpaid' }>
}

/** What was erased, and what stays. */
export interface PersonErasure {
  readonly erasedOrderIds: readonly string[]
  readonly keptOrders: readonly KeptOrder[]
  /** Sales made elsewhere. */
  readonly erasedSales: number
  readonly keptSales: number
  /** Entries of the waiting list. */
  readonly erasedWaiting: number
  readonly erasedMails: number
  readonly erasedSupportMessages: number
  /** Messages to support that are not sent yet. */
  readonly waitingSupportMessages: number
  /** Whether a staff account has this e-mail. Accounts stay, because the audit refers to them. */
  readonly hasAccount: boolean
}

/**
 * Erases a person's data as far as that is allowed: each order in a transaction of its own, then mails and messages. Safe
 * to run again. The audit stores a code in place of the e-mail.
 */
export async function erasePerson(db: Db, request: ErasePersonRequest): Promise<PersonErasure> {
  const { email, now } = request
  const erasedOrderIds: string[] = []
  const keptOrders: KeptOrder[] = []
  for (const { id } of await findOrdersByEmail(db, email)) {
    const verdict = await db.transaction().execute((tx) => eraseIfPossible(tx, id, request))
    if (verdict === 'erased') erasedOrderIds.push(id)
    else if (verdict !== null) keptOrders.push({ orderId: id, verdict: verdict })
  }
  return db.transaction().execute(async (tx) => {
    const erasure = {
      erasedOrderIds,
      keptOrders,
      // as paid orders are, and before their mails
      ...(await eraseSales(tx, request)),
      // before the mails, so that no mail is queued for an entry after those are erased
      erasedWaiting: await eraseWaitingOf(tx, email),
      erasedMails: await eraseMailsTo(tx, email, now),
      erasedSupportMessages: await eraseSupportMailsFrom(tx, email),
      ...(await readRemaining(tx, email)),
    }
    await auditErasure(tx, request, erasure)
    return erasure
  })
}

async function eraseIfPossible(
  tx: Db,
  id: string,
  request: ErasePersonRequest,
): Promise<KeptOrder['verdict'] | 'erased' | null> {
  const order = await lockOrder(tx, id)
  // the hourly erasure was faster
  if (order === null || order.erased_at !== null) return null
  const verdict = await judgeErasure(tx, order, request)
  const mayErase =
    verdict.kind === 'unpaid' ||
    (verdict.kind === 'done' && request.includesPaid && verdict.from < request.now)
  if (!mayErase) return verdict
  await eraseOrder(tx, id, request.now)
  return 'erased'
}

async function eraseSales(
  tx: Db,
  { email, includesPaid, now }: ErasePersonRequest,
): Promise<ExternalErasure> {
  if (includesPaid) return await eraseExternalOf(tx, email, now)
  return { erasedSales: 0, keptSales: await countExternalOf(tx, email) }
}

async function readRemaining(tx: Db, email: string) {
  const waiting = await tx
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where(isSupportMailFrom(email))
    .execute()
  const account = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', sql<string>`lower(${email})`)
    .executeTakeFirst()
  return { waitingSupportMessages: waiting.length, hasAccount: account !== undefined }
}

async function auditErasure(
  tx: Db,
  { email, secret, now, includesPaid }: ErasePersonRequest,
  erasure: PersonErasure,
) {
  await recordAudit(tx, {
    at: now,
    actorId: null,
    action: 'person.erase',
    subject: { kind: 'person', id: personCode(secret, email) },
    facts: {
      includesPaid,
      orders: erasure.erasedOrderIds,
      kept: erasure.keptOrders.map(({ orderId }) => orderId),
      sales: erasure.erasedSales,
      waiting: erasure.erasedWaiting,
      mails: erasure.erasedMails,
      supportMessages: erasure.erasedSupportMessages,
    },
  })
}
