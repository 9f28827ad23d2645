import type { TransferFee, UnspentOutput } from '#server/chain/funds/fund-reader.ts'
import { mostOf } from '#server/chain/funds/fund-reader.ts'
import { USD } from '#shared/currency.ts'
import { atoms, valueInCents, type Atoms, type Rate } from '#shared/money.ts'

/** Why money stays where it is. */
export type LeftReason =
  /** The order waits for money or for a decision of staff. */
  | 'order-open'
  /** A transfer to the address may still be undone. */
  | 'not-final'
  /** Moving it costs more than it is worth. */
  | 'dust'
  /** The issuer of the token has frozen the address. */
  | 'frozen'
  /** A transaction of the address waits to be mined. */
  | 'pending-transaction'
  /** The coin is needed as gas: the address also holds a token. */
  | 'holds-token'
  /** The address comes from another extended public key than the plan is for. */
  | 'other-xpub'

/** An address with money, as the nodes report it. */
interface Position {
  readonly address: string
  readonly index: number
  readonly orderId: string | null
  /** A reason that was known before any cost was computed. */
  readonly left: LeftReason | null
}

export interface OutputPosition extends Position {
  readonly outputs: readonly UnspentOutput[]
}

export interface AccountPosition extends Position {
  /** Of the asset that is moved. */
  readonly atoms: Atoms
  /** Of the chain's own coin. */
  readonly coin: Atoms
  readonly nonce: number
}

/** Prices in dollars; null where the shop knows none. */
export interface SweepRates {
  readonly asset: Rate | null
  readonly coin: Rate | null
}

/** Money that is not moved. */
export interface LeftMoney {
  readonly address: string
  readonly index: number
  readonly atoms: Atoms
  readonly reason: LeftReason
}

/** One transaction that spends outputs. */
export interface OutputBatch {
  readonly outputs: readonly (UnspentOutput & { readonly derivationIndex: number })[]
  readonly fee: Atoms
  /** What arrives. */
  readonly atoms: Atoms
}

/** Sizes and fee of transactions that spend outputs. */
export interface OutputCosts {
  /** Satoshis for 1,000 virtual bytes. */
  readonly feeRate: bigint
  readonly inputVbytes: bigint
  readonly frameVbytes: bigint
}

/** Inputs of one transaction: below the size that nodes relay, and few enough for a hardware signer to show. */
const INPUTS_MAX = 400

/** Decides which outputs are moved: all that are free and worth more than their input costs. */
export function planOutputs(
  positions: readonly OutputPosition[],
  costs: OutputCosts,
): { readonly batches: readonly OutputBatch[]; readonly left: readonly LeftMoney[] } {
  const inputFee = feeFor(costs.inputVbytes, costs.feeRate)
  const worth: OutputBatch['outputs'][number][] = []
  const left: LeftMoney[] = []
  for (const { address, index, outputs, left: reason } of positions) {
    for (const output of outputs) {
      const why = reason ?? (output.atoms <= inputFee ? 'dust' : null)
      if (why === null) worth.push({ ...output, derivationIndex: index })
      else left.push({ address, index, atoms: output.atoms, reason: why })
    }
  }
  const batches: OutputBatch[] = []
  for (let start = 0; start < worth.length; start += INPUTS_MAX) {
    const outputs = worth.slice(start, start + INPUTS_MAX)
    const sum = outputs.reduce((total, one) => total + one.atoms, 0n)
    const fee = feeFor(costs.frameVbytes + BigInt(outputs.length) * costs.inputVbytes, costs.feeRate)
    if (sum > fee + DUST_SATS) batches.push({ outputs, fee: atoms(fee), atoms: atoms(sum - fee) })
    else
      for (const one of outputs)
        left.push({ address: one.address, index: one.derivationIndex, atoms: one.atoms, reason: 'dust' })
  }
  return { batches, left }
}

/** Nodes relay no output below this. Source: Bitcoin Core, `GetDustThreshold`, of the largest kind. */
export const DUST_SATS = 546n

/** The fee of a transaction, in satoshis. @param feeRate satoshis for 1,000 virtual bytes. */
export function feeFor(vbytes: bigint, feeRate: bigint): bigint {
  return (vbytes * feeRate + 999n) / 1000n
}

/** A transfer to be made, and the coin that its address needs first. */
interface AccountMove {
  readonly position: AccountPosition
  readonly atoms: Atoms
  /** To be sent to the address before; 0 if it has enough. */
  readonly coinMissing: Atoms
}

/** Fees of a sweep of accounts. */
export interface AccountCosts {
  readonly fee: TransferFee
  /** A transfer of the chain's coin to an address that needs gas; null: the coin itself is moved. */
  readonly fundingFee: TransferFee | null
  readonly assetDecimals: number
  readonly coinDecimals: number
  /** Amounts below are left where no rate is known. */
  readonly dust: Atoms
  readonly rates: SweepRates
}

/** What a sweep of accounts does. */
export interface AccountPlan {
  readonly moves: readonly AccountMove[]
  readonly left: readonly LeftMoney[]
}

/** Decides which addresses are swept: all that are free and hold more than moving it costs. */
export function planAccounts(positions: readonly AccountPosition[], costs: AccountCosts): AccountPlan {
  const moves: AccountMove[] = []
  const left: LeftMoney[] = []
  for (const position of positions) {
    const move = moveOf(position, costs)
    const { address, index, left: reason } = position
    if (move !== null && reason === null) moves.push(move)
    else if (position.atoms > 0n)
      left.push({ address, index, atoms: position.atoms, reason: reason ?? 'dust' })
  }
  return { moves, left }
}

/** Null if moving costs as much as it brings. */
function moveOf(position: AccountPosition, costs: AccountCosts): AccountMove | null {
  const { fee, fundingFee, rates } = costs
  const most = mostOf(fee)
  if (fundingFee === null) {
    const rest = position.atoms - most
    return rest > most ? { position, atoms: atoms(rest), coinMissing: atoms(0n) } : null
  }
  const coinMissing = atoms(most > position.coin ? most - position.coin : 0n)
  const cost = atoms(most + (coinMissing > 0n ? mostOf(fundingFee) : 0n))
  const move = { position, atoms: position.atoms, coinMissing }
  if (rates.asset === null || rates.coin === null) return position.atoms < costs.dust ? null : move
  const worth = valueInCents(position.atoms, USD, rates.asset, costs.assetDecimals)
  return worth > valueInCents(cost, USD, rates.coin, costs.coinDecimals) ? move : null
}
