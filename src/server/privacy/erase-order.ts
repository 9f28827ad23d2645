import type { Db } from '#server/db/database.ts'
import { announce } from '#server/live/announce.ts'
import { recordEvent } from '#server/payments/payment-event.ts'
import { eraseMailsOf } from './erase-mails.ts'

/**
 * Erases the personal data of an order: e-mail, refund address, request identifiers, mails, and free text of staff and
 * buyer. Figures, chain data, refunds and the link to its keys stay. Runs in the caller's transaction, with the order
 * locked; safe to call again.
 */
export async function eraseOrder(tx: Db, orderId: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({
      user_email: null,
      wallet_address: null,
      idempotency_key: null,
      request_hash: null,
      client_hash: null,
      network_hash: null,
      discount_mailbox: null,
      erased_at: now,
    })
    .where('id', '=', orderId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await eraseMailsOf(tx, orderId, now)
  await tx.deleteFrom('payment_notes').where('payment_id', '=', orderId).execute()
  // of a delivered order it is evidence for the tax that was paid
  await tx
    .deleteFrom('vat_evidence')
    .where('payment_id', '=', orderId)
    .where((where) =>
      where.exists(
        where.selectFrom('payments').select('id').where('id', '=', orderId).where('delivered_at', 'is', null),
      ),
    )
    .execute()
  await tx.deleteFrom('file_downloads').where('payment_id', '=', orderId).execute()
  await tx
    .updateTable('refunds')
    .set({ reason: '' })
    .where('payment_id', '=', orderId)
    .where('reason', '<>', '')
    .execute()
  await tx
    .updateTable('withdrawals')
    .set({ name: null, email: null })
    .where('payment_id', '=', orderId)
    .execute()
  await recordEvent(tx, orderId, now, 'erased')
  await announce(tx, `payment:${orderId}`)
}
