import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { KnownOutput } from '#server/chain/funds/fund-reader.ts'
import type { Asset } from '#shared/assets.ts'
import type { ChainId, Wallet } from '#shared/chains.ts'

/** An address that received money, with what the shop has seen of one asset on one chain. */
export interface MoneyRow {
  readonly wallet: Wallet
  /** Of the extended public key that the address comes from. */
  readonly fingerprint: string
  readonly index: number
  readonly address: string
  /** Null: an address that a recovery skipped, paid for an order that is missing. */
  readonly orderId: string | null
  readonly chain: ChainId
  readonly asset: Asset
  readonly received: bigint
  readonly outputs: readonly KnownOutput[]
  /** Why the money must stay for now: its order waits for money or a decision, or a transfer is not final. */
  readonly held: 'order-open' | 'not-final' | null
}

interface StoredRow extends Omit<MoneyRow, 'outputs'> {
  readonly transfers: readonly { readonly tx: string; readonly index: number; readonly outputs: number }[]
}

/** Where a page begins: after this address. */
interface Position {
  readonly fingerprint: string
  readonly index: number
}

/** Addresses per page. */
const PAGE = 2000

/** Statuses in which the order still waits for money, its depth or a decision. */
const OPEN = ['pending', 'partial', 'detected', 'review']

/**
 * Yields the addresses that received money in a block, in pages, by extended public key and index.
 *
 * @param chain only what arrived on this chain; null: on all.
 */
export async function* findMoney(db: Db, chain: ChainId | null): AsyncGenerator<readonly MoneyRow[]> {
  let after: Position = { fingerprint: '', index: -1 }
  for (;;) {
    const { rows } = await selectPage(db, chain, after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ transfers, ...row }) => ({
      ...row,
      outputs: transfers.map((one) => ({
        address: row.address,
        txHash: one.tx,
        index: one.index,
        outputs: one.outputs,
      })),
    }))
    after = { fingerprint: last.fingerprint, index: last.index }
  }
}

function selectPage(db: Db, chain: ChainId | null, after: Position) {
  const onChain = chain === null ? sql`true` : sql`t.chain = ${chain}`
  const isNext = sql`(wallet_fingerprint, derivation_index) > (${after.fingerprint}, ${after.index}::int)`
  return sql<StoredRow>`
    with paid as (
      select wallet, wallet_fingerprint, derivation_index, payment_address as address, id, status
      from payments p
      where ${isNext} and exists (
        select from transfers t
        where t.payment_id = p.id and t.lost_at is null and t.block_height is not null and ${onChain}
      )
      order by wallet_fingerprint, derivation_index limit ${PAGE}
    ), lost as (
      select wallet, wallet_fingerprint, derivation_index, address
      from skipped_addresses s
      where ${isNext} and exists (select from lost_payments t where t.address = s.address and ${onChain})
      order by wallet_fingerprint, derivation_index limit ${PAGE}
    ), money as (
      select p.wallet, p.wallet_fingerprint, p.derivation_index, p.address, p.id, p.status,
        t.chain, t.asset, t.atoms, t.tx_hash, t.output_index, t.outputs, t.block_height
      from paid p join transfers t on t.payment_id = p.id and t.lost_at is null
      where ${onChain}
      union all
      select s.wallet, s.wallet_fingerprint, s.derivation_index, s.address, null, null,
        t.chain, t.asset, t.atoms, t.tx_hash, t.output_index, 1, t.block_height
      from lost s join lost_payments t on t.address = s.address
      where ${onChain}
    ), page as (
      select distinct wallet_fingerprint, derivation_index from money
      order by wallet_fingerprint, derivation_index limit ${PAGE}
    )
    select m.wallet, m.wallet_fingerprint as fingerprint, m.derivation_index as index, m.address, m.id as "orderId",
      m.chain, m.asset, sum(m.atoms) filter (where m.block_height is not null)::numeric as received,
      jsonb_agg(jsonb_build_object('tx', m.tx_hash, 'index', m.output_index, 'outputs', m.outputs)
        order by m.tx_hash, m.output_index) as transfers,
      case when m.status = any(${OPEN}) then 'order-open'
        when exists (
          select from money o left join cursors c on c.chain = o.chain
          where o.address = m.address and o.wallet = m.wallet
            and (o.block_height is null or c.finalized_height is null or o.block_height > c.finalized_height)
        ) then 'not-final' end as held
    from money m join page using (wallet_fingerprint, derivation_index)
    group by m.wallet, m.wallet_fingerprint, m.derivation_index, m.address, m.id, m.chain, m.asset, m.status
    having sum(m.atoms) filter (where m.block_height is not null) > 0
    order by m.wallet_fingerprint, m.derivation_index, m.chain, m.asset`.execute(db)
}
