import { expect, test } from 'vitest'
import { CreatePaymentRequest } from '#shared/api.ts'
import { isEmail } from '#web/api/is-email.ts'
import { formFaults } from './form-check.ts'

const EVM = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const TRON = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
const BITCOIN = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'

test.each([
  'buyer@example.com',
  "o'neil+keys@mail.example.co.uk",
  'a@b.co',
  'plain',
  'two@@example.com',
  'dot.@example.com',
  '.dot@example.com',
  'a..b@example.com',
  'space in@example.com',
  'user@localhost',
  'user@-example.com',
  'ünder@example.com',
  '',
])('the page and the server agree about the e-mail "%s"', (text) => {
  expect(isEmail(text)).toBe(CreatePaymentRequest.shape.userEmail.safeParse(text).success)
})

test.each([
  // network, address, faults
  ['bitcoin', BITCOIN, []],
  ['bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', []],
  ['bitcoin', EVM, ['walletAddress']],
  ['bitcoin', BITCOIN.replace('306fyu', '306fyx'), ['walletAddress']],
  ['ethereum', EVM, []],
  ['ethereum', EVM.slice(0, -1), ['walletAddress']],
  ['erc20', EVM, []],
  ['bep20', EVM, []],
  ['bep20', TRON, ['walletAddress']],
  ['trc20', TRON, []],
  ['trc20', EVM, ['walletAddress']],
  ['trc20', '', ['walletAddress']],
] as const)('a refund to %s at "%s" has the faults %o', (network, walletAddress, faults) => {
  expect(formFaults({ userEmail: 'a@b.co', walletAddress, network }, 'mainnet')).toEqual(faults)
})

test('spaces around what was pasted are no fault', () => {
  const form = { userEmail: ' a@b.co ', walletAddress: ` ${TRON}\n`, network: 'trc20' } as const
  expect(formFaults(form, 'mainnet')).toEqual([])
})

test('a test-network address is taken where the shop reads that network', () => {
  const form = {
    userEmail: 'a@b.co',
    walletAddress: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
    network: 'bitcoin',
  } as const
  expect(formFaults(form, 'mainnet')).toEqual(['walletAddress'])
  expect(formFaults(form, 'regtest')).toEqual([])
})
