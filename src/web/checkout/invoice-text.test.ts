import { expect, test } from 'vitest'
import type { PaymentView } from '#web/api/payment-view.ts'
import { arCheckout } from '#web/i18n/ar-checkout.ts'
import { enCheckout } from '#web/i18n/en-checkout.ts'
import { invoiceDate, invoiceFileName, invoiceText } from './invoice-text.ts'

const payment: PaymentView = {
  id: '5f0c1a52-7a3e-4c5d-9b1e-2f6f0a4f9d10',
  cryptoAmount: '239.98',
  cryptoType: 'usdt',
  cryptoNetwork: 'erc20',
  paymentAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  priceUSD: 239.98,
  quantity: 2,
  edition: 'supporter',
  status: 'confirmed',
  flags: [],
  expiresAt: '2026-11-21T10:15:00.000Z',
  createdAt: '2026-11-21T10:00:00.000Z',
  confirmedAt: '2026-11-21T10:04:00.000Z',
  transactionHash: '0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b',
  blockchainConfirmations: 32,
  received: '240',
  remaining: '0',
  requiredConfirmations: 32,
  isSimulated: false,
  isReread: true,
}

test('the file is named with the first 8 characters of the id', () => {
  expect(invoiceFileName(payment.id)).toBe('invoice-5f0c1a52.txt')
})

test('the English invoice, word for word', () => {
  const text = invoiceText({
    payment,
    editionName: 'Supporter Edition',
    email: 'buyer@example.com',
    language: 'en',
    texts: enCheckout,
  })
  expect(text).toBe(`INVOICE
========================================
Invoice ID: 5f0c1a52-7a3e-4c5d-9b1e-2f6f0a4f9d10
Date: ${invoiceDate(payment, 'en')}
Status: CONFIRMED
Customer e-mail: buyer@example.com
Edition: SUPPORTER EDITION
Quantity: 2
Amount paid (USD): $239.98
Cryptocurrency: Tether USD (USDT)
Network: ERC-20 (Ethereum)
Amount paid: 240 USDT
Confirmations: 32
Payment address: 0x9858EfFD232B4033E47d90003D41EC34EcaEda94
Transaction hash: 0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b
----------------------------------------
Verified on the blockchain. Keep this file for your records.
`)
})

test('in Arabic every value stands alone on its line, without marks of direction', () => {
  const text = invoiceText({
    payment,
    editionName: 'نسخة الداعم',
    email: 'buyer@example.com',
    language: 'ar',
    texts: arCheckout,
  })
  expect(text.split('\n')).toContain(payment.paymentAddress)
  expect(text.split('\n')).toContain('buyer@example.com')
  expect(text).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
})

test('without the e-mail, and with money seen by balance only, the invoice says what it can', () => {
  const text = invoiceText({
    payment: { ...payment, transactionHash: null, received: '0' },
    editionName: 'Supporter Edition',
    email: null,
    language: 'en',
    texts: enCheckout,
  })
  expect(text).not.toContain('Customer e-mail')
  expect(text).toContain('Transaction hash: Seen by balance')
  expect(text).toContain('Amount paid: 239.98 USDT')
})
