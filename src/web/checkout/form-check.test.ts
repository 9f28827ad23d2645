import { networksAll } from '#shared/address-form.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NETWORKS, railOf } from '#shared/rails.ts'
import { CreatePaymentRequest } from '#shared/api.ts'
import { isEmail } from '#web/api/is-email.ts'
import { formFaults } from './form-check.ts'

const EVM = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const TRON = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
const BITCOIN = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
const LITECOIN = 'ltc1qcr8te4kr609gcawutmrza0j4xv80jy8z4nqduv'

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
  ['erc20', EVM.replace('EfF', 'efF'), ['walletAddress']],
  ['trc20', TRON.replace(/H$/, 'J'), ['walletAddress']],
  ['bep20', EVM, []],
  ['bep20', TRON, ['walletAddress']],
  ['trc20', TRON, []],
  ['trc20', EVM, ['walletAddress']],
  ['trc20', '', ['walletAddress']],
] as const)('a refund to %s at "%s" has the faults %o', (network, walletAddress, faults) => {
  expect(formFaults({ userEmail: 'a@b.co', walletAddress, network }, networksAll('mainnet'))).toEqual(faults)
})

test('spaces around pasted text are accepted', () => {
  const form = { userEmail: ' a@b.co ', walletAddress: ` ${TRON}\n`, network: 'trc20' } as const
  expect(formFaults(form, networksAll('mainnet'))).toEqual([])
})

test('a test network address is accepted if the shop uses that network', () => {
  const form = {
    userEmail: 'a@b.co',
    walletAddress: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
    network: 'bitcoin',
  } as const
  expect(formFaults(form, networksAll('mainnet'))).toEqual(['walletAddress'])
  expect(formFaults(form, networksAll('regtest'))).toEqual([])
})

/** Derives an almost valid text: a few letters removed, doubled or replaced. */
function almost(good: string): fc.Arbitrary<string> {
  const letter = fc.constantFrom(
    '',
    'a',
    '.',
    '..',
    '@',
    '-',
    ' ',
    '\n',
    '\u0000',
    '\ud800',
    'é',
    '٣',
    '\u202e',
    '1',
    'O',
  )
  const change = fc.record({ at: fc.nat({ max: good.length }), letter, taken: fc.nat({ max: 2 }) })
  return fc
    .array(change, { maxLength: 3 })
    .map((changes) =>
      changes.reduce(
        (text, one) => text.slice(0, one.at) + one.letter + text.slice(one.at + one.taken),
        good,
      ),
    )
}

test('page and server agree about every e-mail', () => {
  const typed = fc.oneof(
    almost('buyer@example.com'),
    fc.emailAddress(),
    fc.string({ unit: 'binary' }),
    almost(`${'b'.repeat(243)}@example.com`),
  )
  fc.assert(
    fc.property(typed, (userEmail) => {
      const isFault =
        formFaults({ userEmail, walletAddress: '', network: null }, networksAll('mainnet')).length > 0
      expect(isFault).toBe(!CreatePaymentRequest.shape.userEmail.safeParse(userEmail.trim()).success)
    }),
    { numRuns: 1000 },
  )
})

test("every address the page accepts passes the API's validation", () => {
  const goods = { bitcoin: BITCOIN, litecoin: LITECOIN, evm: EVM, tron: TRON }
  for (const network of NETWORKS) {
    const typed = fc.oneof(almost(goods[railOf(network).wallet]), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(typed, (walletAddress) => {
        const form = { userEmail: 'buyer@example.com', walletAddress, network }
        if (formFaults(form, networksAll('regtest')).length > 0) return
        const sent = walletAddress.trim()
        expect([sent, CreatePaymentRequest.shape.walletAddress.safeParse(sent).success]).toEqual([sent, true])
      }),
      { numRuns: 500 },
    )
  }
})
