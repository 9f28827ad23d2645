import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { notLost } from '#server/keys/lost-secrets.ts'
import { announce } from '#server/live/announce.ts'
import { resendKeys } from './deliver-order.ts'
import { findPayment } from './open-order.ts'
import { recordEvent } from './payment-event.ts'
import { lockOrder } from './lock-order.ts'

/** The outcome of {@link replaceKey}. `keyId`: the new key. */
export type ReplaceKeyResult =
  | { readonly kind: 'replaced'; readonly keyId: string }
  | {
      readonly kind: 'refused'
      readonly code: 'KEY_NOT_FOUND' | 'KEY_NOT_SOLD' | 'KEY_RETIRED' | 'OUT_OF_STOCK'
    }

/**
 * Replaces a sold key that does not work, in one transaction: retires the old key, assigns the next free one of its edition
 * to the order, and mails the order's keys again. The actor is recorded in the order's timeline and the audit.
 */
export async function replaceKey(
  db: Db,
  clock: Clock,
  keyId: string,
  actorId: string,
): Promise<ReplaceKeyResult> {
  const now = clock()
  return db.transaction().execute(async (tx): Promise<ReplaceKeyResult> => {
    await lockOrderOf(tx, keyId)
    const old = await tx
      .selectFrom('game_keys')
      .selectAll()
      .where('id', '=', keyId)
      .forUpdate()
      .executeTakeFirst()
    if (old === undefined) return { kind: 'refused', code: 'KEY_NOT_FOUND' }
    const { payment_id: paymentId, line_no, quantity } = old
    if (paymentId === null || line_no === null || quantity === null)
      return { kind: 'refused', code: 'KEY_NOT_SOLD' }
    if (old.retired_at !== null) return { kind: 'refused', code: 'KEY_RETIRED' }
    const next = await lockFreeKey(tx, old.game_edition, now)
    if (next === null) return { kind: 'refused', code: 'OUT_OF_STOCK' }
    await tx
      .updateTable('game_keys')
      .set({ retired_at: now, replaced_by: next, refund_id: null })
      .where('id', '=', keyId)
      .execute()
    await tx
      .updateTable('game_keys')
      .set({ payment_id: paymentId, line_no, quantity, handed_at: now, held_for: null, held_until: null })
      // a pending refund of the old key moves to the new one
      .set({ refund_id: old.refund_id })
      .where('id', '=', next)
      .execute()
    await notifyBuyer(tx, paymentId, next)
    const facts = { keyId, replacedBy: next }
    await recordEvent(tx, paymentId, now, 'key_replaced', { ...facts, actorId })
    await recordAudit(tx, {
      at: now,
      actorId,
      action: 'keys.replace',
      subject: { kind: 'key', id: keyId },
      facts,
    })
    return { kind: 'replaced', keyId: next }
  })
}

/** Locks the order before the key, in the same order as refunds do, so that no refund is verified meanwhile. */
async function lockOrderOf(tx: Db, keyId: string): Promise<void> {
  const key = await tx.selectFrom('game_keys').select('payment_id').where('id', '=', keyId).executeTakeFirst()
  if (key?.payment_id != null) await lockOrder(tx, key.payment_id)
}

async function lockFreeKey(tx: Db, edition: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from game_keys
    where payment_id is null and retired_at is null and game_edition = ${edition}
      and (held_for is null or held_until < ${now}) and ${notLost}
    order by created_at, id limit 1 for update skip locked`.execute(tx)
  return rows[0]?.id ?? null
}

async function notifyBuyer(tx: Db, paymentId: string, keyId: string): Promise<void> {
  const record = await findPayment(tx, paymentId)
  if (record === null) throw new Error(`expected the order of key ${keyId}, found none`)
  await resendKeys(tx, record, keyId)
  await announce(tx, `payment:${paymentId}`)
}
