import { expect, test } from 'vitest'
import {
  PAYMENT_FLAGS,
  PAYMENT_STATUSES,
  type PaymentFlag,
  type PaymentStatus,
} from '#shared/payment-status.ts'
import { deviceNowMs } from '#web/api/server-clock.ts'
import { RailsClosed } from './rails-closed.tsx'
import { ERC20, mainActions, nothing, panel, shown, verification, words } from './screens-fixture.tsx'

const OVER = { expiresAt: '2026-11-21T10:15:00.000Z' }

test('an expired payment offers no address; its one main action is a new payment', () => {
  const html = shown(verification({ ...OVER, status: 'expired' }))
  expect(html).not.toContain('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  expect(html).not.toContain('Copy Address')
  expect(html).not.toContain('Back to the payment details')
  expect(mainActions(html)).toEqual(['Start a new payment'])
  expect(html).toMatch(/<button[^>]*button-quiet[^>]*>Check Payment on Blockchain/)
})

test.each<[PaymentStatus, PaymentFlag[], object, string]>([
  ['pending', [], {}, 'Check Payment on Blockchain'],
  ['pending', [], OVER, 'Start a new payment'],
  ['pending', [], { isWithdrawn: true }, 'Open your order page'],
  ['pending', ['wrong_network'], {}, 'Open your order page'],
  ['partial', [], {}, 'Check Payment on Blockchain'],
  ['partial', [], OVER, 'Check Payment on Blockchain'],
  ['detected', [], {}, 'Open your order page'],
  ['expired', [], OVER, 'Start a new payment'],
  ['expired', ['wrong_token'], OVER, 'Open your order page'],
  ['review', [], OVER, 'Open your order page'],
  ['invalid', ['double_spend'], OVER, 'Start a new payment'],
])('%s with %o and %o has one main action: %s', (status, flags, more, action) => {
  expect(mainActions(shown(verification({ status, flags, ...more })))).toEqual([action])
})

test('every state has one main action, whatever its flags', () => {
  for (const status of PAYMENT_STATUSES.filter((one) => one !== 'refunded' && one !== 'confirmed')) {
    for (const flag of PAYMENT_FLAGS) {
      for (const time of [{}, OVER]) {
        const changes = { status, flags: [flag], ...time }
        expect([status, flag, mainActions(shown(panel(changes))).length]).toEqual([status, flag, 1])
        expect([status, flag, mainActions(shown(verification(changes))).length]).toEqual([status, flag, 1])
      }
    }
  }
})

test('the time left is on the verification screen, and while the rest of a partial payment counts', () => {
  expect(words(shown(verification()))).toContain('Time left to pay 15:00')
  expect(words(shown(verification({ status: 'partial' })))).toContain('Time left to pay 15:00')
  const late = { status: 'partial', expiresAt: new Date(deviceNowMs() - 1000).toISOString() } as const
  expect(words(shown(verification(late)))).toMatch(/Time left to send the rest 23:59:5\d/)
  expect(words(shown(verification({ status: 'detected' })))).not.toContain('Time left')
})

test('wallets open with the amount, and with the rest of a partial payment', () => {
  const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
  const to = `${token}@1/transfer?address=0x9858EfFD232B4033E47d90003D41EC34EcaEda94&amp;uint256=`
  expect(shown(panel())).toContain(`href="ethereum:${to}239980000"`)
  const rest = shown(verification({ status: 'partial', received: '100.5', remaining: '139.48' }))
  expect(rest).toContain(`href="ethereum:${to}139480000"`)
  expect(rest).toContain(`href="https://link.metamask.io/send/${to}139480000"`)
  expect(rest).toContain('Put the amount into the QR code')
  expect(shown(panel({}, { rail: null }))).not.toContain('Put the amount')
})

test('while the chain is not read, an open payment says so', () => {
  const rail = { ...ERC20, available: false, reason: 'node_down' }
  expect(shown(verification({}, { rail }))).toContain('Our connection to this network is interrupted')
  expect(shown(verification({}, { rail: { ...ERC20, available: false, reason: 'no_rate' } }))).not.toContain(
    'is interrupted',
  )
})

test('while every rail is closed, the form says which and why, and what happens next', () => {
  const closed = { ...ERC20, available: false, reason: 'node_down' } as const
  const html = shown(<RailsClosed rails={[closed]} onClose={nothing} />)
  expect(words(html)).toContain('ERC-20 (Ethereum) Paused: our connection to this network is down')
  expect(html).toContain('the form comes back by itself')
  expect(mainActions(html)).toEqual(['Close'])
})
