import { expect, test } from 'vitest'
import { arCheckout } from '#texts/ar/checkout.ts'
import { arOrder } from '#texts/ar/order.ts'
import { enCheckout } from '#texts/en/checkout.ts'
import { enOrder } from '#texts/en/order.ts'

/** Returns every text by its path; the forms of a plural count as one. */
function textsOf(value: object, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    if (typeof inner === 'string') found.set(`${path}${key}`, inner)
    else if (typeof inner === 'object' && inner !== null && 'other' in inner) {
      found.set(`${path}${key}`, String(inner.other))
    } else if (typeof inner === 'object' && inner !== null) {
      for (const [name, text] of textsOf(inner, `${path}${key}.`)) found.set(name, text)
    }
  }
  return found
}

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

test.each([
  ['checkout', enCheckout, arCheckout],
  ['order', enOrder, arOrder],
])('the Arabic %s texts are there, none in English, with the values of the English ones', (_name, en, ar) => {
  const arabic = textsOf(ar)
  for (const [path, text] of textsOf(en)) {
    const translated = arabic.get(path) ?? ''
    expect([path, ...placeholders(translated)]).toEqual([path, ...placeholders(text)])
    const hasWords = /[A-Za-z]{2}/.test(text.replace(/\{\w+\}/g, ''))
    const isName = /^(PayPal|ClickPay|BEP-20 \(BSC\))$/.test(text)
    if (hasWords && !isName) expect(`${path}: ${translated}`).toMatch(/[\u0600-\u06ff]/)
  }
})

test.each([
  [enCheckout.form.submitting, 'Creating Payment...'],
  [enCheckout.form.recorded, 'Payment recorded successfully'],
  [enCheckout.failure.general, 'Payment failed. Please try again.'],
  [enCheckout.captcha.failed, 'Captcha verification failed. Please try again.'],
  [enCheckout.panel.generatingQr, 'Generating QR...'],
  [enCheckout.panel.copyAddress, 'Copy Address'],
  [enCheckout.panel.addressCopied, 'Address copied to clipboard'],
  [enCheckout.panel.verify, "I've Sent the Payment - Verify Now"],
  [enCheckout.verification.check, 'Check Payment on Blockchain'],
  [enCheckout.verification.tryAgain, 'Try Again'],
  [
    enCheckout.verification.failed,
    'Payment not detected. Please verify you sent the exact amount to the correct address.',
  ],
  [enCheckout.invoice.title, 'Payment Confirmed'],
  [enCheckout.invoice.badge, 'BLOCKCHAIN VERIFIED'],
  [enCheckout.invoice.statusConfirmed, 'CONFIRMED'],
  [enCheckout.invoice.download, 'Download Full Invoice'],
  [enCheckout.invoice.copyId, 'Copy Invoice ID'],
  [enCheckout.close, 'Close'],
  [enCheckout.network.bitcoin, 'Bitcoin Network'],
  [enCheckout.network.ethereum, 'Ethereum Network'],
  [enCheckout.network.erc20, 'ERC-20 (Ethereum)'],
  [enCheckout.network.trc20, 'TRC-20 (Tron)'],
  [enCheckout.network.bep20, 'BEP-20 (BSC)'],
])('the words of the specification stand as it gives them: %s', (text, expected) => {
  expect(text).toBe(expected)
})
