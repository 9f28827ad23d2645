import { expect, test } from 'vitest'
import { RAILS } from '#shared/rails.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { halfOf, onWrongNetwork, withWrongToken } from './wallet-moves.ts'

const id = '00000000-0000-4000-8000-000000000000'
const payment = (network: PaymentView['cryptoNetwork'], remaining = '1') =>
  ({ id, cryptoNetwork: network, remaining }) as PaymentView

test('paying less sends exactly half of the remaining amount', () => {
  expect(halfOf(payment('bitcoin', '0.00106651'))).toEqual({ paymentId: id, amount: '0.00053325' })
  expect(halfOf(payment('bep20', '63.99'))).toEqual({ paymentId: id, amount: '31.995' })
  expect(halfOf(payment('erc20', '0.000001'))).toEqual({ paymentId: id, amount: '0.000001' })
})

test.each([
  ['bitcoin', null, null],
  ['ethereum', 'bep20', 'USDT'],
  ['erc20', 'bep20', 'ETH'],
  ['trc20', null, null],
  ['bep20', 'erc20', 'BNB'],
  ['usdc-ethereum', 'usdc-base', 'ETH'],
  ['usdc-base', 'usdc-ethereum', 'ETH'],
  ['usdc-polygon', 'usdc-ethereum', 'POL'],
] as const)(
  'the mistakes one can make paying on %s: network %s, token %s',
  (network, wrongNetwork, wrongToken) => {
    expect(onWrongNetwork(payment(network), RAILS)?.network ?? null).toBe(wrongNetwork)
    expect(withWrongToken(payment(network))?.token ?? null).toBe(wrongToken)
  },
)

test('money goes to no network that the shop does not offer', () => {
  const offered = RAILS.filter(({ chain }) => chain === 'ethereum')
  expect(onWrongNetwork(payment('erc20'), offered)).toBeNull()
})
