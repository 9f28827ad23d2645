import { USUAL_REQUEST } from './order-fixture.ts'

/** A valid request to a route that changes something. */
export interface RouteSeed {
  /** How its fields are sent; the reply to a form is a page. */
  readonly as: 'json' | 'form' | 'nothing'
  readonly fields: Readonly<Record<string, unknown>>
}

const json = (fields: RouteSeed['fields']): RouteSeed => ({ as: 'json', fields })
const form = (fields: RouteSeed['fields']): RouteSeed => ({ as: 'form', fields })
const nothing: RouteSeed = { as: 'nothing', fields: {} }

/**
 * Every public route that changes something, with a valid request. A new one must be added here, or a test fails.
 *
 * @param paymentId of an order of the shop.
 */
export function publicChanges(paymentId: string): Readonly<Record<string, RouteSeed>> {
  return {
    'POST /auth/passkey/request': nothing,
    'POST /auth/passkey/sign-in': json({
      assertion: {
        ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
        response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
      },
    }),
    'POST /auth/set-password': json({ token: 'x'.repeat(43), password: 'a long password' }),
    'POST /auth/sign-in/email': json({ email: 'ada@example.com', password: 'a long password' }),
    'POST /auth/sign-out': nothing,
    'POST /auth/two-factor/verify-backup-code': json({ code: 'abcde-fghij' }),
    'POST /auth/two-factor/verify-totp': json({ code: '123456' }),
    'POST /data/purchase-counters/:edition': json({ quantity: 2 }),
    'POST /demo/wallet/clock': json({ to: 'release' }),
    'POST /demo/wallet/fault': json({ network: 'bitcoin', fault: null }),
    'POST /demo/wallet/freeze': json({ paymentId, which: 'payment' }),
    'POST /demo/wallet/invent': json({ paymentId }),
    'POST /demo/wallet/mail': json({ isStopped: false }),
    'POST /demo/wallet/mine': json({ network: 'bitcoin', blocks: 1 }),
    'POST /demo/wallet/pay': json({ paymentId, amount: '0.001', network: 'bitcoin', token: 'genuine' }),
    'POST /demo/wallet/refund': json({ refundId: paymentId }),
    'POST /demo/wallet/recover': nothing,
    'POST /demo/wallet/reorg': json({ network: 'bitcoin', depth: 1, keep: true }),
    'POST /demo/wallet/unconfirmed': json({ paymentId, as: 'dropped' }),
    'POST /functions/captcha': json({}),
    'POST /functions/captcha/check': json({ id: paymentId, code: 'ABC123' }),
    'POST /functions/captcha/proof': json({}),
    'POST /functions/captcha/proof/check': json({ payload: 'e30=' }),
    'POST /functions/check-invoice': json({ paymentId, sha256: 'a'.repeat(64) }),
    'POST /functions/create-crypto-payment': json({ ...USUAL_REQUEST }),
    'POST /functions/declare-country': json({ paymentId, country: 'DE' }),
    'POST /functions/increment-counters': nothing,
    'POST /functions/open-order': json({ paymentId, key: 'x'.repeat(32) }),
    'POST /functions/preview-discount': json({ edition: 'standard', quantity: 1, discountCode: 'LAUNCH10' }),
    'POST /functions/recover-order': json({ email: 'ada@example.com', paymentId }),
    'POST /functions/request-refund': json({
      paymentId,
      quantity: 1,
      address: 'bc1q',
      addressAgain: 'bc1q',
      reason: '',
    }),
    'POST /functions/resend-order-mail': json({ paymentId }),
    'POST /functions/send-support-email': json({
      name: 'Ada',
      email: 'ada@example.com',
      message: 'Where are my keys?',
    }),
    'POST /functions/verify-crypto-payment': json({ paymentId }),
    'POST /order': form({
      edition: 'standard',
      quantity: '2',
      network: 'bitcoin',
      userEmail: 'ada@example.com',
      walletAddress: USUAL_REQUEST.walletAddress,
      captcha: paymentId,
      code: 'ABC123',
      key: 'a key of the form',
      'seen-standard': '6399',
      do: 'order',
      lang: 'ar',
    }),
    'POST /order/:id/check': form({ lang: 'fr' }),
    'POST /order/:id/open': form({ code: 'ABCDE-23456', lang: 'he' }),
    'POST /order/:id/refund': form({
      copies: '1',
      left: '1',
      address: USUAL_REQUEST.walletAddress,
      addressAgain: USUAL_REQUEST.walletAddress,
      reason: 'Too hard',
      sure: 'yes',
      lang: 'he',
    }),
    'POST /order/:id/resend': form({ lang: 'de' }),
    'POST /withdraw': form({ name: 'Ada', email: 'buyer@example.com', paymentId, copies: '', lang: 'en' }),
    'POST /withdraw/confirm': form({
      name: 'Ada',
      email: 'buyer@example.com',
      paymentId,
      copies: '1',
      statement: '5c0c6a58-94c4-4b43-9c26-6bb2df0d9ff9',
      zone: 'Europe/Paris',
      lang: 'fr',
    }),
    'POST /withdraw/file': form({ statement: '5c0c6a58-94c4-4b43-9c26-6bb2df0d9ff9', lang: 'de' }),
    'POST /waiting-list': form({ edition: 'standard', email: 'ada@example.com', lang: 'he' }),
    'POST /waiting-list/confirm': form({ token: 'x'.repeat(32), lang: 'zh' }),
    'POST /waiting-list/leave': form({ token: 'x'.repeat(32), lang: 'ar' }),
    'POST /recover': form({ email: 'buyer@example.com', paymentId, for: 'refund', lang: 'ru' }),
  }
}
