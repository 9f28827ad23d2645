import { findPayment } from '#server/payments/open-order.ts'
import { toPaymentRow } from '#server/payments/payment-record.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { withDatabase } from './with-database.ts'

/** `payment show ID`: prints an order's figures, its transfers on chain and its timeline, without e-mail, key or secret. */
export async function runPaymentShow(context: CommandContext): Promise<number> {
  const [id = '', ...rest] = context.args
  if (id === '' || rest.length > 0) throw new UsageError('expected one payment id')
  await withDatabase(context, async ({ database: { db } }) => {
    const record = await findPayment(db, id)
    if (record === null) throw new CommandError(`there is no payment ${id.slice(0, 40)}`)
    for (const [name, value] of Object.entries(toPaymentRow(record))) context.out(`${name}: ${show(value)}`)
    context.out(`delivered_at: ${show(record.delivered_at)}`)
    context.out(`derivation_index: ${String(record.derivation_index)}`)
    const transfers = await db
      .selectFrom('transfers')
      .selectAll()
      .where('payment_id', '=', record.id)
      .orderBy('seen_at')
      .execute()
    for (const one of transfers) {
      const where =
        one.lost_as ?? (one.block_height === null ? 'unconfirmed' : `block ${String(one.block_height)}`)
      context.out(
        `transfer: ${one.chain} ${one.asset} ${String(one.atoms)} atoms, ${where}, ${one.evidence} ${one.tx_hash}`,
      )
    }
    const events = await db
      .selectFrom('payment_events')
      .selectAll()
      .where('payment_id', '=', record.id)
      .orderBy('id')
      .execute()
    for (const event of events)
      context.out(`${event.at.toISOString()} ${event.kind} ${JSON.stringify(event.facts)}`)
  })
  return 0
}

function show(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? value.join(' ') : String(value)
}
