import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { sendLater } from '#server/db/together.ts'
import type { PaymentRecord } from './payment-record.ts'

/** The columns that a decision about an order's status writes. */
const SETTLED_COLUMNS = [
  'status',
  'flags',
  'received_atoms',
  'blockchain_confirmations',
  'counted_at_head',
  'ripe_at_head',
  'ripe_at_final',
  'attested_at',
  'unagreed_since',
  'limited_since',
  'required_confirmations',
  'transaction_hash',
  'confirmed_at',
  'is_final',
  'needs_settling',
] as const satisfies readonly (keyof PaymentRecord)[]

export type SettledColumns = Pick<PaymentRecord, (typeof SETTLED_COLUMNS)[number]>

/** Writes what was decided about several orders, in one statement of the transaction that holds their locks. */
export async function writeSettled(
  tx: Db,
  orders: readonly (SettledColumns & Pick<PaymentRecord, 'id'>)[],
): Promise<void> {
  if (orders.length === 0) return
  const rows = orders.map((order) =>
    Object.fromEntries(['id' as const, ...SETTLED_COLUMNS].map((column) => [column, toJson(order[column])])),
  )
  const assignments = SETTLED_COLUMNS.map((column) => sql`${sql.ref(column)} = v.${sql.ref(column)}`)
  const update = sql`
    update payments p set ${sql.join(assignments)}
    from jsonb_populate_recordset(null::payments, ${JSON.stringify(rows)}::jsonb) v where p.id = v.id`
  await sendLater(tx, update.compile(tx))
}

/** PostgreSQL reads amounts from texts as exactly as from numbers, which JavaScript would round. */
function toJson(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
