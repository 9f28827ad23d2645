import { expect, test } from 'vitest'
import type { InvoiceFacts } from '#shared/invoice-facts.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import { writeInvoiceText } from './write-invoice-text.ts'

const payment: InvoiceFacts['payment'] = {
  id: '5f0c1a52-7a3e-4c5d-9b1e-2f6f0a4f9d10',
  crypto_amount: '239.98',
  currency: 'USD',
  price: 239.98,
  crypto_type: 'usdt',
  crypto_network: 'erc20',
  payment_address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  price_usd: 239.98,
  quantity: 2,
  edition: 'supporter',
  status: 'confirmed',
  flags: [],
  expires_at: '2026-11-21T10:15:00.000Z',
  created_at: '2026-11-21T10:00:00.000Z',
  confirmed_at: '2026-11-21T10:04:00.000Z',
  transaction_hash: '0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b',
  blockchain_confirmations: 57,
  received: '240',
  remaining: '0',
  required_confirmations: 32,
  simulated: false,
  withdrawn: false,
}
const facts: InvoiceFacts = {
  payment,
  editionName: 'Supporter Edition',
  number: '2026-000123',
  confirmationsAtLeast: 32,
  email: 'buyer@example.com',
  hasCheckWords: true,
  checkCode: '0123456789ABCDEF0123',
}
const write = (language: (typeof LANGUAGES)[number], changes: Partial<InvoiceFacts> = {}) =>
  writeInvoiceText({ ...facts, ...changes }, language, siteTextsOf(language))

test('the English invoice, word for word', () => {
  expect(write('en')).toBe(`INVOICE
========================================
Sequential invoice number: 2026-000123
Invoice ID: 5f0c1a52-7a3e-4c5d-9b1e-2f6f0a4f9d10
Date: November 21, 2026 at 10:04 AM UTC
Status: CONFIRMED
Customer e-mail: buyer@example.com
Edition: SUPPORTER EDITION
Quantity: 2
Amount paid (USD): $239.98
Cryptocurrency: Tether USD (USDT)
Network: ERC-20 (Ethereum)
Amount paid: 240 USDT
Confirmations: ≥ 32
Payment address: 0x9858EfFD232B4033E47d90003D41EC34EcaEda94
Check words: lettuce guitar
Transaction hash: 0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b
Check code: 0123456789ABCDEF0123
----------------------------------------
Verified on the blockchain. Keep this file for your records.
`)
})

test('in Arabic every value is on a line of its own, without directional marks', () => {
  const lines = write('ar', { editionName: 'نسخة الداعم' }).split('\n')
  expect(lines).toContain(payment.payment_address)
  expect(lines).toContain('buyer@example.com')
})

test('in every language the file has Latin digits, UTC times, and no directional marks', () => {
  for (const language of LANGUAGES) {
    expect(write(language)).toContain('UTC')
    expect(write(language)).not.toMatch(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]|[٠-٩]/)
  }
})

test('later blocks do not change the file', () => {
  expect(write('de', { payment: { ...payment, blockchain_confirmations: 900 } })).toBe(write('de'))
})

test('a refunded invoice without e-mail and transaction hash contains the known facts', () => {
  const text = write('en', {
    payment: { ...payment, status: 'refunded', transaction_hash: null, received: '0' },
    email: null,
    checkCode: null,
  })
  expect(text).not.toMatch(/e-mail|Check code/)
  expect(text).toContain('Status: REFUNDED')
  expect(text).toContain('Transaction hash: Seen by balance')
  expect(text).toContain('Amount paid: 239.98 USDT')
})
