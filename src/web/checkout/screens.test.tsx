import { expect, test } from 'vitest'
import {
  PAYMENT_FLAGS,
  PAYMENT_STATUSES,
  type PaymentFlag,
  type PaymentStatus,
} from '#shared/payment-status.ts'
import { deviceNowMs } from '#web/api/server-clock.ts'
import { InvoiceScreen } from './invoice-screen.tsx'
import { ID, mainActions, nothing, panel, payment, shown, verification, words } from './screens-fixture.tsx'

const HASH = '0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b'

test('the panel starts at 15:00 and lists five warnings, the last with 12 characters of the invoice id', () => {
  const html = shown(panel())
  expect(html).toContain('15:00')
  const [, list = ''] = /<ul>(.*?)<\/ul>/.exec(html) ?? []
  expect(list.match(/<li>/g)).toHaveLength(5)
  expect(words(list)).toContain('Keep your invoice ID: 5f0c1a52-7a3…')
  expect(html).toContain('Generating QR...')
})

test('at zero the verify button is disabled, no address is shown, and the status stays reachable', () => {
  const html = shown(panel({ expiresAt: new Date(deviceNowMs() - 1000).toISOString() }))
  expect(html).toContain('00:00')
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>I&#x27;ve Sent the Payment/)
  expect(html).not.toContain('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  expect(html).toContain('I have already sent it')
  expect(mainActions(html)).toEqual(['Start a new payment'])
})

test('a simulated rail is labelled beside address and QR code, and has no wallet link', () => {
  const html = shown(panel({ isSimulated: true, cryptoType: 'ethereum', cryptoNetwork: 'ethereum' }))
  expect(html.match(/Simulation: send nothing/g)).toHaveLength(2)
  expect(html).not.toContain('ethereum:')
})

test('an address or amount that does not fit its rail is never shown', () => {
  const bad = panel({}, { security: 'invalidAddress' })
  expect(shown(bad)).not.toContain('239.98 USDT')
  expect(shown(bad)).toContain('Do not send anything')
})

test('after a partial payment the panel asks for the rest', () => {
  const html = words(shown(panel({ status: 'partial', received: '100.5', remaining: '139.48' })))
  expect(html).toContain('Still to send 139.48 USDT')
})

test('until the validation has passed, the check button shows why', () => {
  const html = shown(verification({}, { security: 'unread' }))
  expect(html).toMatch(/aria-disabled="true" aria-describedby="[^"]+"[^>]*>Check Payment on Blockchain/)
  expect(html).toContain('Validating address and amount with the shop…')
})

test('a failed check has the specified wording and offers a retry', () => {
  const html = shown(verification({}, { check: { kind: 'failed', isUnanswered: false }, attempts: 1 }))
  expect(html).toContain(
    'Payment not detected. Please verify you sent the exact amount to the correct address.',
  )
  expect(html).toContain('Try Again')
  expect(html).not.toContain('Check Payment on Blockchain')
})

test('a detected, unconfirmed payment shows its confirmations', () => {
  const html = shown(verification({ status: 'detected', blockchainConfirmations: 5 }))
  expect(html).toContain('Processing')
  expect(words(html)).toContain('Confirmations: 5 of 12')
  expect(words(html)).toContain('Payment detected')
})

test('a detected payment says how long it takes, and offers nothing to send, copy or check', () => {
  const html = shown(verification({ status: 'detected', blockchainConfirmations: 2, received: '239.98' }))
  expect(words(html)).toContain('Usually confirmed in about 2 minutes.')
  expect(words(html)).toContain('Received so far 239.98 USDT')
  expect(html).not.toContain('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  for (const text of [
    'Check Payment on Blockchain',
    'Copy Address',
    'Please make sure',
    'Back to the payment',
  ])
    expect(html).not.toContain(text)
  const last = shown(verification({ status: 'detected', blockchainConfirmations: 11 }))
  expect(words(last)).toContain('Usually confirmed in less than a minute.')
  expect(shown(verification({ status: 'detected', blockchainConfirmations: 12 }))).not.toContain('Usually')
})

test('a partial payment asks for what is missing, with the amount to copy and a QR code', () => {
  const html = shown(verification({ status: 'partial', received: '100.5', remaining: '139.48' }))
  expect(html).toMatch(/<h3[^>]*>Part of your payment has arrived<\/h3>/)
  expect(words(html)).toContain('Still to send 139.48 USDT')
  expect(html).toMatch(/aria-label="Copy Amount"/)
  expect(html).toContain('Generating QR...')
  expect(words(html)).not.toContain('you sent exactly')
})

test.each<[PaymentStatus, PaymentFlag, string, string]>([
  ['pending', 'wrong_network', 'Your money arrived on another network', 'As soon as it is confirmed there'],
  ['review', 'wrong_network', 'Your money arrived on another network', 'A person looks at it'],
  ['pending', 'wrong_token', 'Another coin arrived', 'As soon as it is confirmed there'],
  ['review', 'wrong_token', 'Another coin arrived', 'A person looks at it'],
])(
  '%s with %s has a title of its own, says what happens next, and asks for no money',
  (status, flag, title, next) => {
    const html = shown(verification({ status, flags: [flag] }))
    expect(html).toContain(`>${title}</h3>`)
    expect(words(html)).toContain(
      flag === 'wrong_network' ? 'You chose ERC-20 (Ethereum) .' : 'You chose USDT .',
    )
    expect(words(html)).toContain(next)
    expect(html).not.toContain('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
    expect(words(html)).not.toMatch(
      /Waiting for your payment|moves on by itself|you sent exactly|Back to the/,
    )
  },
)

test('an address that could not be validated is reported once', () => {
  const html = shown(verification({}, { security: 'invalidAddress' }))
  expect(html.match(/could not be validated/g)).toHaveLength(1)
})

test('the invoice shows 16 characters of the hash, and all of it in its title', () => {
  const confirmed = payment({ status: 'confirmed', transactionHash: HASH, received: '239.98' })
  const html = shown(<InvoiceScreen payment={confirmed} email="buyer@example.com" onClose={nothing} />)
  expect(html).toContain(`title="${HASH}"`)
  expect(words(html)).toContain('0x88df016429689c…')
  expect(words(html)).toContain('Your 2 keys were sent to buyer@example.com')
})

test.each([
  [1, 'Show my key', 'You also find it on your order page.'],
  [2, 'Show my keys', 'You also find them on your order page.'],
])('the main button of a confirmed order of %d shows its keys', (quantity, label, where) => {
  const confirmed = payment({ status: 'confirmed', quantity })
  const html = shown(<InvoiceScreen payment={confirmed} email={null} onClose={nothing} />)
  expect(html).toMatch(
    new RegExp(`<a class="button pay-button-wide" href="/order/${ID}\\?lang=en#keys">${label}</a>`),
  )
  expect(html).toMatch(/<button[^>]*class="button button-quiet[^>]*>Close/)
  expect(words(html)).toContain(where)
})

test('without keys in stock the order says that they will follow, not that they were sent', () => {
  const waiting = payment({ status: 'confirmed', flags: ['awaiting_keys'] })
  const html = shown(<InvoiceScreen payment={waiting} email={null} onClose={nothing} />)
  expect(html).toContain('Your keys are on their way')
  expect(html).toContain('Open your order page')
  expect(html).not.toContain('Show my keys')
  expect(html).not.toContain('were sent')
})

test('every status with every flag has a text in both languages, with all values filled in', () => {
  for (const language of ['en', 'ar'] as const) {
    for (const status of PAYMENT_STATUSES) {
      for (const flag of PAYMENT_FLAGS) {
        const changes = { status, flags: [flag] }
        const html = `${shown(panel(changes), language)}${shown(verification(changes), language)}`
        expect(html).not.toMatch(/\{\w+\}|undefined|NaN/)
      }
    }
  }
})
