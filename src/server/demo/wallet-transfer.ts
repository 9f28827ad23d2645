import type { Selectable } from 'kysely'
import type { Payments } from '#server/db/schema.ts'
import type { WalletPayRequest } from '#shared/demo-wallet-api.ts'
import { atoms, formatAmount, formatUsd, parseAmount, usdCents, type Atoms } from '#shared/money.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { isNetwork, railOf, type Rail } from '#shared/rails.ts'
import { USD } from '#shared/currency.ts'
import { tokensOn, decimalsOf, SOLD_ASSETS, quotingOf } from '#shared/assets.ts'
import type { SimPayment } from './sim-chain.ts'

export type WalletOrder = Pick<
  Selectable<Payments>,
  'id' | 'crypto_network' | 'payment_address' | 'due_atoms' | 'price_usd_cents' | 'expires_at'
>

export type WalletTransfer =
  | { readonly kind: 'transfer'; readonly payment: SimPayment }
  | { readonly kind: 'amount-invalid'; readonly message: string }
  | { readonly kind: 'impossible'; readonly message: string }

/** A coin or token with its decimals. */
interface Money {
  readonly asset: SimPayment['asset']
  readonly decimals: number
  readonly isGenuine: boolean
  readonly evidence: 'output' | 'balance'
}

const LATE_BY_MS = 5000
const FAKE_DECIMALS = 18

/** The rail of an order. */
export function railOfOrder({ id, crypto_network: network }: WalletOrder): Rail {
  if (!isNetwork(network)) throw new Error(`payment ${id} has an unknown network`)
  return railOf(network)
}

/**
 * The transfer that the demo's wallet makes for a request.
 *
 * @param stillDue the amount due in atoms of the order's rail, less what was sent before.
 */
export function walletTransfer(
  order: WalletOrder,
  request: WalletPayRequest,
  stillDue: Atoms,
): WalletTransfer {
  const rail = railOfOrder(order)
  const target = railOf(request.network ?? rail.network)
  if (target.wallet !== rail.wallet) {
    const message = `an address of ${rail.network} does not exist on ${target.network}: nothing can be sent to it there`
    return { kind: 'impossible', message }
  }
  const money = moneyOf(target, request.token)
  if (money === null) {
    return { kind: 'impossible', message: `there is no ${request.token ?? ''} on ${target.chain}` }
  }
  const amount =
    request.amount === undefined
      ? usualAmount(order, rail, money, stillDue)
      : readAmount(request.amount, money)
  if (amount === null || amount === 0n) return { kind: 'amount-invalid', message: amountMessage(money) }
  const { asset, isGenuine, evidence } = money
  const late = request.late === true ? { madeAt: new Date(order.expires_at.getTime() + LATE_BY_MS) } : {}
  const payment = { address: order.payment_address, asset, isGenuine, evidence, atoms: amount, ...late }
  return { kind: 'transfer', payment }
}

function moneyOf(target: Rail, token: string | undefined): Money | null {
  const { asset: coin, assetDecimals } = CHAIN_TABLE[target.chain]
  const name = token?.toUpperCase() ?? target.asset
  const tokens = tokensOn(target.chain)
  const genuine = { isGenuine: true, evidence: 'output' } as const
  if (name === coin || name === 'NATIVE') return { ...genuine, asset: coin, decimals: assetDecimals }
  if (tokens.length === 0) return null // Bitcoin knows neither tokens nor contracts
  const asset = tokens.find((one) => one === name)
  if (asset !== undefined) return { ...genuine, asset, decimals: decimalsOf(target.chain, asset) }
  if (name === 'CONTRACT') return { ...genuine, asset: coin, decimals: assetDecimals, evidence: 'balance' }
  return { asset: token ?? name, decimals: FAKE_DECIMALS, isGenuine: false, evidence: 'output' }
}

/** What is due of the same coin, the price of a dollar coin, and of any other coin a whole one. */
function usualAmount(order: WalletOrder, rail: Rail, money: Money, stillDue: Atoms): Atoms {
  const due = stillDue > 0n ? stillDue : atoms(order.due_atoms)
  if (money.asset === rail.asset || !money.isGenuine) return rescale(due, rail.decimals, money.decimals)
  const sold = SOLD_ASSETS.find((one) => one === money.asset)
  const isDollar = sold !== undefined && quotingOf(sold).peg === USD
  return parseAmount(isDollar ? formatUsd(usdCents(order.price_usd_cents)) : '1', money.decimals)
}

/** Converts atoms between decimals; rounds up if the target's atoms are larger. */
function rescale(amount: Atoms, from: number, to: number): Atoms {
  if (to >= from) return atoms(amount * 10n ** BigInt(to - from))
  const step = 10n ** BigInt(from - to)
  return atoms((amount + step - 1n) / step)
}

function readAmount(text: string, { decimals }: Money): Atoms | null {
  const match = /^\d{1,30}(?:\.(\d{1,30}))?$/.exec(text)
  return match === null || (match[1] ?? '').length > decimals ? null : parseAmount(text, decimals)
}

function amountMessage({ asset, decimals }: Money): string {
  return `amount: expected a decimal text of ${asset} above 0 with at most ${String(decimals)} decimals, such as "${formatAmount(parseAmount('0.5', decimals), decimals)}"`
}
