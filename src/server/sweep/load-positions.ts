import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { AccountFunds, OutputFunds } from '#server/chain/funds/fund-reader.ts'
import type { Db } from '#server/db/database.ts'
import { isNative, tokensOn, type Asset } from '#shared/assets.ts'
import { CHAIN_TABLE, type ChainId } from '#shared/chains.ts'
import { atoms, type Atoms } from '#shared/money.ts'
import { findMoney, type MoneyRow } from './find-money.ts'
import type { AccountPosition, LeftReason, OutputPosition } from './sweep-plan.ts'

/** Addresses asked about in one step. */
const STEP = 500

/** The addresses of a wallet with money on a chain, one row for each, in order of their index. */
async function rowsOf(db: Db, chain: ChainId): Promise<readonly MoneyRow[]> {
  const byAddress = new Map<string, MoneyRow>()
  for await (const page of findMoney(db, chain)) {
    for (const row of page) {
      const known = byAddress.get(row.address)
      byAddress.set(row.address, known ? { ...known, outputs: [...known.outputs, ...row.outputs] } : row)
    }
  }
  return [...byAddress.values()]
}

function leftReason(row: MoneyRow, xpub: Xpub): LeftReason | null {
  return row.fingerprint === xpub.fingerprint ? row.held : 'other-xpub'
}

/** Reads what can be spent at the shop's addresses of a chain with outputs. */
export async function loadOutputs(
  db: Db,
  funds: OutputFunds,
  xpub: Xpub,
): Promise<readonly OutputPosition[]> {
  const rows = await rowsOf(db, funds.chain)
  const unspent = await funds.unspent(rows.flatMap(({ outputs }) => outputs))
  const byAddress = Map.groupBy(unspent, ({ address }) => address)
  return rows.flatMap((row) => {
    const outputs = byAddress.get(row.address) ?? []
    if (outputs.length === 0) return []
    const { address, index, orderId } = row
    return { address, index, orderId, outputs, left: leftReason(row, xpub) }
  })
}

/** Reads what the shop's addresses of a chain with accounts hold of an asset. */
export async function loadAccounts(
  db: Db,
  funds: AccountFunds,
  xpub: Xpub,
  asset: Asset,
): Promise<readonly AccountPosition[]> {
  const rows = await rowsOf(db, funds.chain)
  const positions: AccountPosition[] = []
  for (let start = 0; start < rows.length; start += STEP)
    positions.push(...(await readStep(funds, rows.slice(start, start + STEP), xpub, asset)))
  return positions
}

async function readStep(
  funds: AccountFunds,
  rows: readonly MoneyRow[],
  xpub: Xpub,
  asset: Asset,
): Promise<readonly AccountPosition[]> {
  const { chain } = funds
  const all = rows.map(({ address }) => address)
  const balances = await funds.balances(all, asset)
  const rich = rows.flatMap((row, at) => {
    const held = balances[at] ?? atoms(0n)
    return held > 0n ? [{ row, held }] : []
  })
  const addresses = rich.map(({ row }) => row.address)
  const [coins, states, tokens] = [
    await funds.balances(addresses, CHAIN_TABLE[chain].asset),
    await funds.states(addresses, asset),
    await tokensHeld(funds, isNative(chain, asset) ? rows : [], addresses),
  ]
  return rich.map(({ row, held }, at): AccountPosition => {
    const { address, index, orderId } = row
    const state = states[at]
    const ownReason = leftReason(row, xpub)
    const nodeReason =
      state?.isFrozen === true
        ? 'frozen'
        : state?.isPending === true
          ? 'pending-transaction'
          : tokens.has(address)
            ? 'holds-token'
            : null
    const coin = coins[at] ?? atoms(0n)
    return {
      address,
      index,
      orderId,
      atoms: held,
      coin,
      nonce: state?.nonce ?? 0,
      left: ownReason ?? nodeReason,
    }
  })
}

/** The addresses that hold a token, whose transfer needs the coin as gas. */
async function tokensHeld(
  funds: AccountFunds,
  rows: readonly MoneyRow[],
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const held = new Set<string>()
  if (rows.length === 0) return held
  for (const token of tokensOn(funds.chain).filter((one) => funds.tokens.includes(one))) {
    const balances: readonly Atoms[] = await funds.balances(addresses, token)
    for (const [at, address] of addresses.entries()) if ((balances[at] ?? 0n) > 0n) held.add(address)
  }
  return held
}
