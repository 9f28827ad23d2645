import { networksAll } from '#shared/address-form.ts'
import { expect, test } from 'vitest'
import type { NetworkId } from '#shared/rails.ts'
import { railOf } from '#shared/rails.ts'
import { viewCreatedPayment } from '#web/api/payment-view.ts'
import { paymentSecurity } from './payment-security.ts'

const EVM = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const TRON = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
const BITCOIN = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
const REGTEST = 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx'

function payment(network: NetworkId, paymentAddress: string, cryptoAmount: string) {
  const created = viewCreatedPayment(
    {
      id: '5f0c1a52-7a3e-4c5d-9b1e-2f6f0a4f9d10',
      cryptoAmount,
      currency: 'USD',
      price: 63.99,
      cryptoType: railOf(network).coin,
      cryptoNetwork: network,
      paymentAddress,
      priceUSD: 63.99,
      quantity: 1,
      edition: 'standard',
      status: 'pending',
      flags: [],
      expiresAt: '2026-11-21T10:15:00.000Z',
      createdAt: '2026-11-21T10:00:00.000Z',
      confirmedAt: null,
      transactionHash: null,
      blockchainConfirmations: 0,
    },
    false,
  )
  return { ...created, isReread: true }
}

test.each([
  // network, address, amount, result of the validation
  ['bitcoin', BITCOIN, '0.00212', 'valid'],
  ['bitcoin', BITCOIN, '0.12345678', 'valid'],
  ['bitcoin', BITCOIN, '0.123456789', 'invalidAmount'],
  ['bitcoin', BITCOIN, '1e-3', 'invalidAmount'],
  ['bitcoin', BITCOIN, '-1', 'invalidAmount'],
  ['bitcoin', BITCOIN, '0.00', 'invalidAmount'],
  ['bitcoin', REGTEST, '0.1', 'invalidAddress'],
  ['bitcoin', EVM, '0.1', 'invalidAddress'],
  ['ethereum', EVM, '0.04', 'valid'],
  ['erc20', EVM, '63.99', 'valid'],
  ['erc20', EVM, '63.9900001', 'invalidAmount'],
  ['erc20', TRON, '63.99', 'invalidAddress'],
  ['trc20', TRON, '63.99', 'valid'],
  ['trc20', TRON.slice(0, -1), '63.99', 'invalidAddress'],
  ['trc20', EVM, '63.99', 'invalidAddress'],
  ['bep20', EVM, '63.99', 'valid'],
  ['bep20', '', '63.99', 'invalidAddress'],
] as const)('%s to "%s", %s: %s', (network, address, amount, expected) => {
  expect(paymentSecurity(payment(network, address, amount), networksAll('mainnet'))).toBe(expected)
})

test("the prefixes of the shop's own Bitcoin network are accepted", () => {
  expect(paymentSecurity(payment('bitcoin', REGTEST, '0.1'), networksAll('regtest'))).toBe('valid')
})

test('nothing is valid until it was read back from the server', () => {
  const created = { ...payment('bitcoin', BITCOIN, '0.1'), isReread: false }
  expect(paymentSecurity(created, networksAll('mainnet'))).toBe('unread')
})
