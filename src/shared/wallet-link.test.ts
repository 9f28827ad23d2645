import { expect, test } from 'vitest'
import { walletLink } from './wallet-link.ts'

const EVM = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'

test('bitcoin links follow BIP-21, with the amount in whole coins', () => {
  const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
  expect(walletLink('bitcoin', address, '0.00212')).toBe(`bitcoin:${address}?amount=0.00212`)
})

test('ether links follow EIP-681, with the amount in wei', () => {
  expect(walletLink('ethereum', EVM, '0.04266')).toBe(`ethereum:${EVM}?value=42660000000000000`)
})

test('tokens have no link: wallets have sent them to the contract', () => {
  expect(walletLink('erc20', EVM, '127.98')).toBeNull()
  expect(walletLink('bep20', EVM, '127.98')).toBeNull()
})
