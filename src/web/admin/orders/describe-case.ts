import type { ArrivedMoney } from '#shared/arrived-money.ts'
import type { OrderRow } from '#shared/orders-api.ts'
import type { PaymentFlag } from '#shared/payment-status.ts'
import { railOf } from '#shared/rails.ts'
import type { AdminTexts } from '#texts/en/admin.ts'
import { fill } from '#texts/format.ts'
import { chainName } from '#shared/chain-name.ts'
import { networkLabel } from './network-label.ts'

type Case = keyof AdminTexts['decisions']['what']
/** The flags that explain why an order waits, the most important first. */
const EXPLAINING = [
  'reorged',
  'predates_order',
  'wrong_token',
  'wrong_network',
  'double_spend',
  'nodes_disagree',
  'underpaid',
  'late',
] as const satisfies readonly (PaymentFlag & Case)[]

/** Decides which sentence says why an order waits for a person. */
export function caseOf(order: OrderRow): Case {
  if (order.unagreedSince !== null) return 'unagreed'
  if (order.limitedSince !== null) return 'limited'
  const found = EXPLAINING.find((flag) => order.flags.includes(flag))
  // a payment that is gone before any key was handed out is not about keys
  return found === 'reorged' && order.deliveredAt === null ? 'else' : (found ?? 'else')
}

/** Says in one sentence what happened to an order that waits for a person. */
export function describeCase(order: OrderRow, { decisions }: AdminTexts): string {
  const { symbol } = railOf(order.network)
  return fill(decisions.what[caseOf(order)], {
    money: moneyText(order.arrived, decisions.nothing),
    due: isolate(`${order.amount} ${dueLabel(symbol, networkLabel(railOf(order.network)))}`),
  })
}

/** Formats what arrived, in every coin: `119.99 USDT (BNB Smart Chain) + 0.1 ETH (Ethereum)`. */
export function moneyText(arrived: readonly ArrivedMoney[], nothing: string): string {
  if (arrived.length === 0) return nothing
  return isolate(
    arrived.map(({ amount, asset, chain }) => `${amount} ${asset} (${chainName(chain)})`).join(' + '),
  )
}

function dueLabel(symbol: string, label: string): string {
  return label.startsWith(symbol) ? label : symbol
}

/** Keeps an amount left to right within a sentence of another direction. */
function isolate(text: string): string {
  return `\u2066${text}\u2069`
}
