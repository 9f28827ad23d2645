import { expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import type { MailFacts } from './mail-facts.ts'
import { writeMail } from './write-mail.ts'
import { KEYS, SAMPLE_MAIL_SETTINGS } from '#test/sample-mails.ts'

const SETTING = { ...SAMPLE_MAIL_SETTINGS, readKeys: () => Promise.resolve(KEYS) }
const FACTS: MailFacts['refunded'] = {
  paymentId: '0b9ff3c5-4b5c-4a2e-9d4c-000000000000',
  edition: 'standard',
  quantity: 3,
  amount: '0.0031995',
  coin: 'bitcoin',
  network: 'bitcoin',
  price: '191.97',
  currency: 'USD',
  transactionHash: 'ab'.repeat(32),
  copies: 2,
  isDelivered: true,
  refundAmount: '0.002133',
  refundSymbol: 'BTC',
  refundAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  refundTransactions: ['cd'.repeat(32), 'ef'.repeat(32)],
}

test.each(LANGUAGES)(
  'the refund mail in %s states the amount, the address and the transactions',
  (language) => {
    const mail = writeMail({ template: 'refunded', facts: FACTS }, language, SETTING)
    expect(mail.subject).toContain('Ashen Dominion')
    // addresses stand in groups, with nothing between them to copy
    const html = (mail.html ?? '').replace(/<\/?span[^>]*>/g, '')
    for (const body of [mail.text, html]) {
      expect(body).toContain('0.002133 BTC')
      for (const exact of [FACTS.refundAddress, ...FACTS.refundTransactions]) expect(body).toContain(exact)
    }
  },
)

test('it mentions returned keys only if keys were delivered and returned', () => {
  const text = (facts: Partial<MailFacts['refunded']>) =>
    writeMail({ template: 'refunded', facts: { ...FACTS, ...facts } }, 'en', SETTING).text
  expect(text({})).toContain('2 keys of this order were returned')
  expect(text({ copies: 1 })).toContain('One key of this order was returned')
  expect(text({ copies: 0 })).not.toContain('returned')
  expect(text({ isDelivered: false })).not.toContain('returned')
})
