import { expect, test } from 'vitest'
import type { RailState } from '#shared/api.ts'
import { NETWORKS, type NetworkId } from '#shared/rails.ts'
import { EMPTY_ORDER_FORM, isPayable, orderFormReducer, type OrderFormState } from './order-form-state.ts'
import { networksAll } from '#shared/address-form.ts'

const rails = (...paused: NetworkId[]): RailState[] =>
  NETWORKS.map((network) => ({
    network,
    available: !paused.includes(network),
    reason: paused.includes(network) ? 'node_down' : null,
    simulated: false,
    chainId: null,
    contract: null,
  }))

const filled: OrderFormState = {
  coin: 'usdt',
  network: 'erc20',
  userEmail: 'a@b.co',
  walletAddress: '0x1',
  discountCode: 'SAVE',
  discountFault: null,
  discount: null,
  faults: ['userEmail', 'walletAddress'],
}

test.each([
  ['bitcoin', rails(), 'bitcoin'],
  ['ethereum', rails(), 'ethereum'],
  ['usdt', rails(), 'erc20'],
  ['usdt', rails('erc20'), 'trc20'],
  ['usdt', rails('erc20', 'trc20', 'bep20'), 'erc20'],
  ['usdt', [], 'erc20'],
] as const)('picking %s preselects its first network that can be paid', (coin, states, network) => {
  const picked = orderFormReducer(EMPTY_ORDER_FORM, { kind: 'coin', coin, rails: states })
  expect(picked).toMatchObject({ coin, network })
})

test('selecting a coin clears the wallet address and keeps the e-mail', () => {
  const picked = orderFormReducer(filled, { kind: 'coin', coin: 'bitcoin', rails: rails() })
  expect(picked).toMatchObject({ walletAddress: '', userEmail: 'a@b.co', faults: ['userEmail'] })
})

test('changing the network clears the wallet address; selecting the same one does not', () => {
  expect(orderFormReducer(filled, { kind: 'network', network: 'bep20' }).walletAddress).toBe('')
  expect(orderFormReducer(filled, { kind: 'network', network: 'erc20' }).walletAddress).toBe('0x1')
})

test('typing removes the error from the field', () => {
  expect(orderFormReducer(filled, { kind: 'email', text: 'c' }).faults).toEqual(['walletAddress'])
  expect(orderFormReducer(filled, { kind: 'address', text: '0' }).faults).toEqual(['userEmail'])
})

test('a rail is selectable unless the shop reports otherwise', () => {
  expect(isPayable('trc20', [])).toBe(true)
  expect(isPayable('trc20', rails())).toBe(true)
  expect(isPayable('trc20', rails('trc20'))).toBe(false)
})

test('leaving a field validates its content, but shows no error if it is empty', () => {
  const left = { kind: 'left', field: 'walletAddress', outputNetworks: networksAll('mainnet') } as const
  expect(orderFormReducer({ ...filled, faults: [] }, left).faults).toEqual(['walletAddress'])
  expect(orderFormReducer({ ...filled, faults: [], walletAddress: '' }, left).faults).toEqual([])
})
