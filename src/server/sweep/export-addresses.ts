import { addressPath } from '#server/chain/addresses/account-path.ts'
import { descriptorOf } from '#server/chain/addresses/descriptor.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { ChainError } from '#server/chain/chain-reader.ts'
import type { FundReader } from '#server/chain/funds/fund-reader.ts'
import type { Db } from '#server/db/database.ts'
import { decimalsOf } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { csvLine } from '#shared/csv.ts'
import { atoms, formatAmount } from '#shared/money.ts'
import { findMoney, type MoneyRow } from './find-money.ts'

/** Dependencies of {@link exportAddresses}. */
export interface AddressExportDeps {
  readonly db: Db
  /** The extended public keys in use. */
  readonly xpubs: readonly Xpub[]
  readonly funds: ReadonlyMap<ChainId, FundReader>
}

const HEADING = [
  ...['wallet', 'xpub', 'path', 'index', 'address', 'chain', 'asset', 'received', 'balance', 'balance_from'],
  ...['held_because', 'order', 'descriptor'],
]

/**
 * Yields the addresses that received money, one CSV line per coin, with the balance that the chain's node reports now and the
 * path and descriptor needed to spend it. Without an answer the balance is empty and `balance_from` says why: `no node`,
 * `no answer`. It is never a balance of 0 then.
 */
export async function* exportAddresses(deps: AddressExportDeps): AsyncGenerator<string> {
  yield `${csvLine(HEADING)}\n`
  for await (const rows of findMoney(deps.db, null)) {
    const balances = await readBalances(deps.funds, rows)
    for (const row of rows) yield addressLine(row, balances.get(row) ?? 'no node', deps.xpubs)
  }
}

type Balance = bigint | 'no node' | 'no answer'

/** Reads the balances of a page: one step for each coin. */
async function readBalances(
  funds: ReadonlyMap<ChainId, FundReader>,
  rows: readonly MoneyRow[],
): Promise<ReadonlyMap<MoneyRow, Balance>> {
  const balances = new Map<MoneyRow, Balance>()
  const coins = Map.groupBy(rows, ({ chain, asset }) => `${chain} ${asset}`)
  for (const some of coins.values()) {
    const reader = some[0] && funds.get(some[0].chain)
    if (reader === undefined) continue
    const read = await readOrNull(reader, some)
    for (const [at, row] of some.entries()) balances.set(row, read?.[at] ?? 'no answer')
  }
  return balances
}

async function readOrNull(reader: FundReader, rows: readonly MoneyRow[]): Promise<readonly bigint[] | null> {
  try {
    if (reader.kind === 'accounts') {
      const asset = rows[0]?.asset
      const addresses = rows.map(({ address }) => address)
      return asset === undefined ? [] : await reader.balances(addresses, asset)
    }
    const unspent = await reader.unspent(rows.flatMap(({ outputs }) => outputs))
    return rows.map(({ address }) =>
      unspent.filter((one) => one.address === address).reduce((sum, one) => sum + one.atoms, 0n),
    )
  } catch (error) {
    if (error instanceof ChainError) return null
    throw error
  }
}

function addressLine(row: MoneyRow, balance: Balance, xpubs: readonly Xpub[]): string {
  const amount = (count: bigint) => formatAmount(atoms(count), decimalsOf(row.chain, row.asset))
  const xpub = xpubs.find((one) => one.wallet === row.wallet && one.fingerprint === row.fingerprint)
  const hasBalance = typeof balance === 'bigint'
  return `${csvLine([
    row.wallet,
    row.fingerprint,
    addressPath(xpub ?? { path: null }, row.index),
    row.index,
    row.address,
    row.chain,
    row.asset,
    amount(row.received),
    hasBalance ? amount(balance) : null,
    hasBalance ? 'node' : balance,
    row.held,
    row.orderId,
    xpub === undefined ? null : descriptorOf(xpub, row.index),
  ])}\n`
}
