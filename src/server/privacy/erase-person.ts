import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { lockOrder } from '#server/payments/lock-order.ts'
import { eraseMailsTo, eraseSupportMailsFrom, isSupportMailFrom } from './erase-mails.ts'
import { eraseOrder } from './erase-order.ts'
import { findOrdersOf } from './find-orders-of.ts'
import { judgeOrder, type OrderFate } from './judge-order.ts'
import { personCode } from './person-code.ts'

export interface ErasePersonWish {
  readonly email: string
  /** Also orders that were paid, once nobody can ask anything of them. */
  readonly includesPaid: boolean
  readonly releaseAt: Date
  readonly secret: Uint8Array
  readonly now: Date
}

/** An order whose personal data stay, and why. */
export interface KeptOrder {
  readonly orderId: string
  readonly fate: Exclude<OrderFate, { readonly kind: 'unpaid' }>
}

/** What was erased of a person, and what stays. */
export interface PersonErasure {
  readonly erasedOrderIds: readonly string[]
  readonly keptOrders: readonly KeptOrder[]
  readonly erasedMails: number
  readonly erasedSupportMessages: number
  /** Messages to support that have not left yet. */
  readonly waitingSupportMessages: number
  /** Whether somebody of the staff has this e-mail; accounts stay, since the audit names them. */
  readonly hasAccount: boolean
}

/**
 * Erases a person on request, as far as nothing speaks against it: each order in a transaction of its own, then mails and
 * messages. Safe to run again. The audit keeps a code in place of the e-mail.
 */
export async function erasePerson(db: Db, wish: ErasePersonWish): Promise<PersonErasure> {
  const { email, now } = wish
  const erasedOrderIds: string[] = []
  const keptOrders: KeptOrder[] = []
  for (const { id } of await findOrdersOf(db, email)) {
    const fate = await db.transaction().execute((tx) => eraseIfPossible(tx, id, wish))
    if (fate === 'erased') erasedOrderIds.push(id)
    else if (fate !== null) keptOrders.push({ orderId: id, fate })
  }
  return db.transaction().execute(async (tx) => {
    const erasure = {
      erasedOrderIds,
      keptOrders,
      erasedMails: await eraseMailsTo(tx, email, now),
      erasedSupportMessages: await eraseSupportMailsFrom(tx, email),
      ...(await readRest(tx, email)),
    }
    await writeDown(tx, wish, erasure)
    return erasure
  })
}

async function eraseIfPossible(
  tx: Db,
  id: string,
  wish: ErasePersonWish,
): Promise<KeptOrder['fate'] | 'erased' | null> {
  const order = await lockOrder(tx, id)
  // the hourly erasure was here first
  if (order === null || order.erased_at !== null) return null
  const fate = await judgeOrder(tx, order, wish)
  const mayGo = fate.kind === 'unpaid' || (fate.kind === 'done' && wish.includesPaid && fate.from < wish.now)
  if (!mayGo) return fate
  await eraseOrder(tx, id, wish.now)
  return 'erased'
}

async function readRest(tx: Db, email: string) {
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

async function writeDown(
  tx: Db,
  { email, secret, now, includesPaid }: ErasePersonWish,
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
      mails: erasure.erasedMails,
      supportMessages: erasure.erasedSupportMessages,
    },
  })
}
