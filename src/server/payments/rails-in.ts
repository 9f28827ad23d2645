import type { RailState } from '#shared/api.ts'
import type { Currency } from '#shared/currency.ts'
import { railOf } from '#shared/rails.ts'
import type { PaymentPolicy } from './policy.ts'

/**
 * The states of rails for orders in a currency. Stored states tell of rates in the shop's own; in another one a rail is open
 * if its coin and the currency have rates now.
 */
export async function railsIn(
  { rates, currency: shopCurrency }: Pick<PaymentPolicy, 'rates' | 'currency'>,
  states: readonly RailState[],
  currency: Currency,
): Promise<readonly RailState[]> {
  if (currency === shopCurrency) return states
  const symbols = [...new Set(states.map(({ network }) => railOf(network).symbol))]
  const read = symbols.map(async (symbol) => [symbol, await rates.current(symbol, currency)] as const)
  const quotes = new Map(await Promise.all(read))
  return states.map((state) => {
    if (state.reason !== null && state.reason !== 'no_rate') return state
    const isOpen = (quotes.get(railOf(state.network).symbol) ?? null) !== null
    return { ...state, available: isOpen, reason: isOpen ? null : 'no_rate' }
  })
}
