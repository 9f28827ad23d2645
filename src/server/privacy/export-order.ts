import type { Db } from '#server/db/database.ts'
import { railOfRecord, toPaymentRow, type PaymentRecord } from '#server/payments/payment-record.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import type { PaymentRow } from '#shared/api.ts'
import { atoms, formatAmount } from '#shared/money.ts'
import { decimalsOf, type Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'

/** An order as exported for its buyer, without the second secret, which opens the order's page. */
export interface ExportedOrder extends PaymentRow {
  readonly language: string
  readonly email: string | null
  readonly refundAddress: string | null
  /** A keyed hash of the network address that the order came from. */
  readonly clientCode: string | null
  /** Where the buyer said they live, and the country of the network they said it from. */
  readonly country: {
    readonly declared: string
    readonly declaredAt: string
    readonly network: string | null
  } | null
  readonly deliveredAt: string | null
  readonly keys: readonly {
    readonly key: string
    readonly handedOutAt: string | null
    readonly retiredAt: string | null
  }[]
  /** Downloads of the files that the edition contains. */
  readonly downloads: readonly { readonly file: string; readonly times: number; readonly lastAt: string }[]
  readonly transfers: readonly {
    readonly chain: string
    readonly asset: string
    readonly amount: string
    readonly transactionHash: string
    readonly seenAt: string
    readonly blockAt: string | null
    readonly lostAt: string | null
  }[]
  readonly refunds: readonly {
    readonly askedAt: string
    readonly askedBy: string
    readonly reason: string
    readonly status: string
    readonly copies: number
    readonly address: string | null
    readonly owed: string | null
    readonly asset: string | null
    readonly verifiedAt: string | null
    readonly transactionHashes: readonly string[]
  }[]
  /** Statements of withdrawal. */
  readonly withdrawals: readonly {
    readonly at: string
    readonly name: string | null
    readonly email: string | null
    /** Null: the whole order. */
    readonly copies: number | null
    readonly outcome: string
  }[]
  readonly timeline: readonly { readonly at: string; readonly what: string }[]
  /** Notes of the staff. */
  readonly notes: readonly { readonly at: string; readonly note: string }[]
}

/** Exports everything stored about an order. */
export async function exportOrder(tx: Db, cipher: KeyCipher, order: PaymentRecord): Promise<ExportedOrder> {
  return {
    ...toPaymentRow(order),
    language: order.language,
    email: order.user_email,
    refundAddress: order.wallet_address,
    clientCode: order.client_hash,
    country: await exportCountry(tx, order.id),
    deliveredAt: iso(order.delivered_at),
    keys: await exportKeys(tx, cipher, order.id),
    downloads: await exportDownloads(tx, order.id),
    transfers: await exportTransfers(tx, order.id),
    refunds: await exportRefunds(tx, order),
    withdrawals: await exportWithdrawals(tx, order.id),
    timeline: await exportTimeline(tx, order.id),
    notes: await exportNotes(tx, order.id),
  }
}

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null
}

async function exportCountry(tx: Db, id: string): Promise<ExportedOrder['country']> {
  const row = await tx.selectFrom('vat_evidence').selectAll().where('payment_id', '=', id).executeTakeFirst()
  if (row === undefined) return null
  const { declared_country: declared, declared_at: at, network_country: network } = row
  return { declared, declaredAt: at.toISOString(), network }
}

async function exportKeys(tx: Db, cipher: KeyCipher, id: string): Promise<ExportedOrder['keys']> {
  const rows = await tx
    .selectFrom('game_keys')
    .select(['id', 'game_edition', 'sealed_key', 'sealed_with', 'handed_at', 'retired_at'])
    .where('payment_id', '=', id)
    .orderBy('line_no')
    .orderBy('handed_at')
    .execute()
  return rows.map((row) => ({
    key: cipher.open(row),
    handedOutAt: iso(row.handed_at),
    retiredAt: iso(row.retired_at),
  }))
}

async function exportDownloads(tx: Db, id: string): Promise<ExportedOrder['downloads']> {
  const rows = await tx
    .selectFrom('file_downloads')
    .select(['file', 'started', 'last_at'])
    .where('payment_id', '=', id)
    .orderBy('link_number')
    .orderBy('file')
    .execute()
  return rows.map((row) => ({ file: row.file, times: row.started, lastAt: row.last_at.toISOString() }))
}

async function exportTransfers(tx: Db, id: string): Promise<ExportedOrder['transfers']> {
  const rows = await tx
    .selectFrom('transfers')
    .selectAll()
    .where('payment_id', '=', id)
    .orderBy('seen_at')
    .execute()
  return rows.map((row) => ({
    chain: row.chain,
    asset: row.asset,
    // foreign keys to reference tables check both
    amount: formatAmount(atoms(row.atoms), decimalsOf(row.chain as ChainId, row.asset as Asset)),
    transactionHash: row.tx_hash,
    seenAt: row.seen_at.toISOString(),
    blockAt: iso(row.block_at),
    lostAt: iso(row.lost_at),
  }))
}

async function exportRefunds(tx: Db, order: PaymentRecord): Promise<ExportedOrder['refunds']> {
  const rows = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', order.id)
    .orderBy('asked_at')
    .execute()
  const paid = await tx
    .selectFrom('refund_transactions as t')
    .innerJoin('refunds as r', 'r.id', 't.refund_id')
    .select(['t.refund_id', 't.tx_hash'])
    .where('r.payment_id', '=', order.id)
    .orderBy('t.recorded_at')
    .execute()
  const rail = railOfRecord(order)
  return rows.map((row) => {
    const chain = (row.chain ?? rail.chain) as ChainId
    const asset = (row.asset ?? rail.asset) as Asset
    return {
      askedAt: row.asked_at.toISOString(),
      askedBy: row.asked_by,
      reason: row.reason,
      status: row.status,
      copies: row.quantity,
      address: row.address,
      owed: row.owed_atoms === null ? null : formatAmount(atoms(row.owed_atoms), decimalsOf(chain, asset)),
      asset: row.asset,
      verifiedAt: iso(row.verified_at),
      transactionHashes: paid.filter((one) => one.refund_id === row.id).map((one) => one.tx_hash),
    }
  })
}

async function exportWithdrawals(tx: Db, id: string): Promise<ExportedOrder['withdrawals']> {
  const rows = await tx
    .selectFrom('withdrawals')
    .select(['submitted_at', 'name', 'email', 'copies', 'outcome'])
    .where('payment_id', '=', id)
    .orderBy('submitted_at')
    .execute()
  return rows.map(({ submitted_at: at, ...row }) => ({ at: at.toISOString(), ...row }))
}

async function exportTimeline(tx: Db, id: string): Promise<ExportedOrder['timeline']> {
  const rows = await tx
    .selectFrom('payment_events')
    .select(['at', 'kind'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ at: row.at.toISOString(), what: row.kind }))
}

async function exportNotes(tx: Db, id: string): Promise<ExportedOrder['notes']> {
  const rows = await tx
    .selectFrom('payment_notes')
    .select(['at', 'note'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ at: row.at.toISOString(), note: row.note }))
}
