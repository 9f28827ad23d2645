import type { BitcoinNetwork } from '#shared/address-form.ts'
import type { RailState } from '#shared/api.ts'
import { RAILS, railOf, type CoinId, type NetworkId } from '#shared/rails.ts'
import { formFaults, type FormFault } from './form-check.ts'

/** What the buyer has picked and typed. */
export interface OrderFormState {
  readonly coin: CoinId | null
  readonly network: NetworkId | null
  readonly userEmail: string
  readonly walletAddress: string
  readonly faults: readonly FormFault[]
}

export type OrderFormEvent =
  | { readonly kind: 'coin'; readonly coin: CoinId; readonly rails: readonly RailState[] }
  | { readonly kind: 'network'; readonly network: NetworkId }
  | { readonly kind: 'email'; readonly text: string }
  | { readonly kind: 'address'; readonly text: string }
  /** The field was left: what stands in it is looked at, if anything does. */
  | { readonly kind: 'left'; readonly field: FormFault; readonly bitcoinNetwork: BitcoinNetwork }
  | { readonly kind: 'faults'; readonly faults: readonly FormFault[] }

export const EMPTY_ORDER_FORM: OrderFormState = {
  coin: null,
  network: null,
  userEmail: '',
  walletAddress: '',
  faults: [],
}

/** Picking a coin preselects its first network; coin and network both clear the wallet address (spec section 2). */
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
    case 'left':
      return afterLeaving(state, event.field, event.bitcoinNetwork)
    case 'faults':
      return { ...state, faults: event.faults }
  }
}

function afterLeaving(
  state: OrderFormState,
  field: FormFault,
  bitcoinNetwork: BitcoinNetwork,
): OrderFormState {
  const isEmpty = state[field].trim() === ''
  const isFaulty = !isEmpty && formFaults(state, bitcoinNetwork).includes(field)
  const others = state.faults.filter((one) => one !== field)
  return { ...state, faults: isFaulty ? [...others, field] : others }
}

/** The networks of a coin, in the order the page shows them. */
export function networksOf(coin: CoinId): readonly NetworkId[] {
  return RAILS.filter((rail) => rail.coin === coin).map((rail) => rail.network)
}

/** What the shop says of a rail; before it has said anything, every rail may be picked. */
export function railState(network: NetworkId, rails: readonly RailState[]): RailState | null {
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
  const networks = networksOf(coin)
  const first = networks.find((network) => isPayable(network, rails)) ?? networks[0]
  if (first === undefined) throw new RangeError(`expected a rail of ${coin}, got none`)
  return first
}
