import type { OutputNetworks } from '#shared/address-form.ts'
import type { RailState } from '#shared/api.ts'
import type { CoinId } from '#shared/assets.ts'
import type { Cents } from '#shared/money.ts'
import { coinsOf, offeredRails, railOf, type NetworkId, type Rail } from '#shared/rails.ts'
import type { CallCode } from '#web/api/call-shop.ts'
import { namedCoins } from '#web/payment/named-coins.ts'
import { formFaults, type FormFault } from './form-check.ts'

/** Whether an order was refused because of its discount code. */
export function isDiscountFault(code: CallCode): boolean {
  return code.startsWith('DISCOUNT_')
}

/** What the shop says a code takes off this order. */
export interface FoundDiscount {
  readonly discountCents: Cents
  /** What is left to pay. */
  readonly totalCents: Cents
}

/** What the buyer has selected and typed. */
export interface OrderFormState {
  readonly coin: CoinId | null
  readonly network: NetworkId | null
  readonly userEmail: string
  readonly walletAddress: string
  readonly discountCode: string
  /** Why the code lowers no price; null until the shop has told, and once it is changed. */
  readonly discountFault: CallCode | null
  /** Null until the shop has told, and once the code is changed. */
  readonly discount: FoundDiscount | null
  readonly faults: readonly FormFault[]
}

export type OrderFormEvent =
  | { readonly kind: 'coin'; readonly coin: CoinId; readonly rails: readonly RailState[] }
  | { readonly kind: 'network'; readonly network: NetworkId }
  | { readonly kind: 'email'; readonly text: string }
  | { readonly kind: 'address'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'codeRefused'; readonly fault: CallCode }
  | { readonly kind: 'codeFound'; readonly code: string; readonly discount: FoundDiscount }
  /** A field lost focus: its content is validated unless it is empty. */
  | { readonly kind: 'left'; readonly field: FormFault; readonly outputNetworks: OutputNetworks }
  | { readonly kind: 'faults'; readonly faults: readonly FormFault[] }

export const EMPTY_ORDER_FORM: OrderFormState = {
  coin: null,
  network: null,
  userEmail: '',
  walletAddress: '',
  discountCode: '',
  discountFault: null,
  discount: null,
  faults: [],
}

/** Selecting a coin selects its first network; changing coin or network clears the wallet address. */
export function orderFormReducer(state: OrderFormState, event: OrderFormEvent): OrderFormState {
  switch (event.kind) {
    case 'coin':
      return withNetwork({ ...state, coin: event.coin }, firstNetwork(event.coin, event.rails))
    case 'network':
      if (event.network === state.network) return state
      return withNetwork({ ...state, coin: railOf(event.network).coin }, event.network)
    case 'email':
      return { ...state, userEmail: event.text, faults: state.faults.filter((one) => one !== 'userEmail') }
    case 'address':
      return {
        ...state,
        walletAddress: event.text,
        faults: state.faults.filter((one) => one !== 'walletAddress'),
      }
    case 'code':
      return { ...state, discountCode: event.text, discountFault: null, discount: null }
    case 'codeRefused':
      return { ...state, discountFault: event.fault, discount: null }
    case 'codeFound':
      // another one may have been typed meanwhile
      if (event.code !== state.discountCode) return state
      return { ...state, discountFault: null, discount: event.discount }
    case 'left':
      return afterLeaving(state, event.field, event.outputNetworks)
    case 'faults':
      return { ...state, faults: event.faults }
  }
}

function afterLeaving(
  state: OrderFormState,
  field: FormFault,
  outputNetworks: OutputNetworks,
): OrderFormState {
  const isEmpty = state[field].trim() === ''
  const isFaulty = !isEmpty && formFaults(state, outputNetworks).includes(field)
  const others = state.faults.filter((one) => one !== field)
  return { ...state, faults: isFaulty ? [...others, field] : others }
}

/** Returns a coin's networks, in the order shown on the page. */
export function networksOfCoin(coin: CoinId, rails: readonly RailState[]): readonly NetworkId[] {
  return shownRails(rails)
    .filter((rail) => rail.coin === coin)
    .map((rail) => rail.network)
}

/** Returns the coins to choose from, in the order shown on the page. */
export function coinsToChoose(rails: readonly RailState[]): readonly CoinId[] {
  return coinsOf(shownRails(rails))
}

/** Before the shop has replied, those that are in the markup of the form. */
function shownRails(rails: readonly RailState[]): readonly Rail[] {
  if (rails.length > 0) return rails.map(({ network }) => railOf(network))
  const named = namedCoins()
  return offeredRails([]).filter(({ coin }) => named?.includes(coin) !== false)
}

/** Returns the state of a rail; null until the shop has reported it: every rail may then be selected. */
export function railState<State extends RailState>(
  network: NetworkId,
  rails: readonly State[],
): State | null {
  return rails.find((rail) => rail.network === network) ?? null
}

export function isPayable(network: NetworkId, rails: readonly RailState[]): boolean {
  return rails.length === 0 || railState(network, rails)?.available === true
}

function withNetwork(state: OrderFormState, network: NetworkId): OrderFormState {
  const faults = state.faults.filter((one) => one !== 'walletAddress')
  return { ...state, network, walletAddress: '', faults }
}

function firstNetwork(coin: CoinId, rails: readonly RailState[]): NetworkId {
  const networks = networksOfCoin(coin, rails)
  const first = networks.find((network) => isPayable(network, rails)) ?? networks[0]
  if (first === undefined) throw new RangeError(`expected a rail of ${coin}, got none`)
  return first
}
