import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { csvLine } from '#shared/csv.ts'
import { atoms, cents, formatAmount, formatCents } from '#shared/money.ts'
import type { OrderFilter } from '#shared/orders-api.ts'
import { decimalsOf, type Asset } from '#shared/assets.ts'
import { type ChainId, CHAIN_TABLE, CHAINS } from '#shared/chains.ts'
import { railOf } from '#shared/rails.ts'
import { positionOf, selectOrders } from './list-orders.ts'

/** Rows per statement; only these are in memory at the same time. */
const BATCH = 2000

/** Yields the orders of a list as CSV lines with line ends, newest first. E-mails are not masked. */
export async function* exportOrders(db: Db, filter: OrderFilter): AsyncGenerator<string> {
  yield `${csvLine([
    ...[
      'id',
      'created_at',
      'confirmed_at',
      'delivered_at',
      'status',
      'flags',
      'edition',
      'quantity',
      'price_usd',
    ],
    ...['network', 'amount', 'received', 'payment_address', 'transaction_hash', 'language', 'email'],
  ])}\n`
  let before: string | null = null
  for (;;) {
    const rows = await selectOrders(db, filter, { emails: true }, { before, limit: BATCH })
    for (const row of rows) {
      const { decimals } = railOf(row.crypto_network)
      yield `${csvLine([
        row.id,
        row.created_at.toISOString(),
        row.confirmed_at?.toISOString() ?? null,
        row.delivered_at?.toISOString() ?? null,
        row.status,
        row.flags.join(' '),
        row.edition,
        row.quantity,
        formatCents(cents(row.price_usd_cents)),
        row.crypto_network,
        formatAmount(atoms(row.due_atoms), decimals),
        formatAmount(atoms(row.received_atoms), decimals),
        row.payment_address,
        row.transaction_hash,
        row.language,
        row.user_email,
      ])}\n`
    }
    const last = rows.at(-1)
    if (rows.length < BATCH || last === undefined) return
    before = positionOf(last)
  }
}

interface AddressRow {
  readonly wallet: string
  readonly wallet_fingerprint: string
  readonly derivation_index: number
  readonly payment_address: string
  readonly id: string
  readonly chain: ChainId
  readonly asset: Asset
  readonly received: bigint
  readonly spent: bigint
}

/** Outflows are of a chain's own coin; where they are not read there are none. */
const OWN_COINS = sql.join(CHAINS.map((chain) => sql`(${chain}, ${CHAIN_TABLE[chain].asset})`))

/**
 * Yields the addresses that received money, one CSV line per coin, with the derivation path needed to sweep them offline.
 * Outgoing transfers are known only for some coins; for the others the last known balance is everything received.
 */
export async function* exportAddresses(db: Db): AsyncGenerator<string> {
  yield `${csvLine(['wallet', 'xpub', 'path', 'index', 'address', 'chain', 'asset', 'received', 'last_known_balance', 'order'])}\n`
  let after = { fingerprint: '', index: -1 }
  for (;;) {
    const { rows } = await sql<AddressRow>`
      with paid as (
        select wallet, wallet_fingerprint, derivation_index, payment_address, id from payments p
        where (wallet_fingerprint, derivation_index) > (${after.fingerprint}, ${after.index}::int)
          and exists (select from transfers t where t.payment_id = p.id and t.lost_at is null and t.block_height is not null)
        order by wallet_fingerprint, derivation_index limit ${BATCH}
      )
      select s.*, t.chain, t.asset, sum(t.atoms)::numeric as received,
        case when (t.chain, t.asset) in (${OWN_COINS}) then coalesce((
          select sum(o.atoms) from outflows o where o.chain = t.chain and o.address = s.payment_address
        ), 0) else 0 end as spent
      from paid s join transfers t on t.payment_id = s.id and t.lost_at is null and t.block_height is not null
      group by s.wallet, s.wallet_fingerprint, s.derivation_index, s.payment_address, s.id, t.chain, t.asset
      order by s.wallet_fingerprint, s.derivation_index, t.chain, t.asset`.execute(db)
    for (const row of rows) yield addressLine(row)
    const last = rows.at(-1)
    if (last === undefined) return
    after = { fingerprint: last.wallet_fingerprint, index: last.derivation_index }
  }
}

function addressLine(row: AddressRow): string {
  const decimals = decimalsOf(row.chain, row.asset)
  const left = row.received > row.spent ? row.received - row.spent : 0n
  return `${csvLine([
    row.wallet,
    row.wallet_fingerprint,
    `0/${String(row.derivation_index)}`,
    row.derivation_index,
    row.payment_address,
    row.chain,
    row.asset,
    formatAmount(atoms(row.received), decimals),
    formatAmount(atoms(left), decimals),
    row.id,
  ])}\n`
}
