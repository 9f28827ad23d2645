import { RAILS } from '#shared/rails.ts'
import type { CallGroup } from '../call-notes.ts'

/** The addresses and amounts of the examples are of this rail. */
const RAIL = RAILS[0]
const PAYMENT_ID = '1e0f4c5a-6a2b-4d8e-9c31-7b5d2f8a9e10'
const ADDRESS = 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx'

/** The calls of an order, from the networks on offer to the confirmed payment. */
export const BUYING: CallGroup = {
  document: 'shop',
  name: 'Buying',
  description:
    'What a browser calls to buy: read the networks and editions, solve a captcha, create the order, and read its payment until it is confirmed.',
  calls: {
    'GET /data/rails': {
      id: 'listRails',
      summary: 'List the networks that can be paid on',
      description:
        'Every network the shop offers, in the order pages show them, with the current rate of its coin. Rates are in the currency of the shop, or in that of `currency`, in which a network may be closed for want of a rate. An order on a network that is not available is refused with `RAIL_UNAVAILABLE`. Changes are pushed on the live channel `rails`.',
      refuses: ['400 CURRENCY_NOT_OFFERED', '429 RATE_LIMITED'],
    },
    'GET /data/editions': {
      id: 'listEditions',
      summary: 'List the editions on sale',
      description:
        'Every edition with how it is sold: `reserve` sells only the keys it has, `backorder` also sells keys that are added later.',
      refuses: ['429 RATE_LIMITED'],
    },
    'POST /functions/captcha': {
      id: 'createCaptcha',
      summary: 'Get a captcha as a picture',
      description:
        'A picture of letters and digits as a data URL. Read it and send the code to `/functions/captcha/check`.',
      refuses: ['429 RATE_LIMITED', '503 BUSY'],
      body: {},
    },
    'POST /functions/captcha/check': {
      id: 'checkCaptcha',
      summary: 'Answer a captcha',
      description:
        'The right code sets the cookie `captchaPass`, which is good for one order within 15 minutes. A wrong code ends the captcha.',
      refuses: ['400 CAPTCHA_FAILED', '400 CAPTCHA_EXPIRED', '429 RATE_LIMITED'],
      body: { id: '5f0c1a52-7a3e-4c5d-9b1e-2f6f0a4f9d10', code: 'K7QX2M' },
    },
    'POST /functions/captcha/proof': {
      id: 'createProof',
      summary: 'Get a captcha as work for the computer',
      description:
        'The alternative for people who cannot read a picture: a challenge of ALTCHA, which a browser solves in some seconds. Who has unpaid orders gets a longer one.',
      refuses: ['429 RATE_LIMITED', '503 BUSY'],
      body: {},
    },
    'POST /functions/captcha/proof/check': {
      id: 'checkProof',
      summary: 'Send the work for a captcha',
      description: 'The right solution sets the same cookie as the right code of a picture.',
      refuses: ['400 CAPTCHA_FAILED', '400 CAPTCHA_EXPIRED', '429 RATE_LIMITED'],
    },
    'POST /functions/create-crypto-payment': {
      id: 'createPayment',
      summary: 'Create an order and get the address to pay to',
      description:
        'Creates an order of 1 to 100 copies of an edition and quotes its price in the coin. The address belongs to this order alone. The quote holds until `expiresAt`. `currency` is one in which the shop has prices; without it the order is in the shop’s own. `totalPrice` is compared with the price in it before a discount and never used. `discountCode` may be left out; with one, `priceUSD` of the reply is what is left to pay. A code that does not exist costs the captcha pass. Sets a cookie by which this browser may read the keys.',
      refuses: [
        '400 EMAIL_INVALID',
        '400 ADDRESS_INVALID',
        '400 PRICE_MISMATCH',
        '400 CURRENCY_NOT_OFFERED',
        '400 RAIL_MISMATCH',
        '400 IDEMPOTENCY_KEY_INVALID',
        '403 CAPTCHA_REQUIRED',
        '409 RAIL_UNAVAILABLE',
        '409 RATE_UNAVAILABLE',
        '409 OUT_OF_STOCK',
        '409 DISCOUNT_UNKNOWN',
        '409 DISCOUNT_PAUSED',
        '409 DISCOUNT_NOT_YET',
        '409 DISCOUNT_EXPIRED',
        '409 DISCOUNT_OTHER_EDITION',
        '409 DISCOUNT_OTHER_CURRENCY',
        '409 DISCOUNT_TOO_LARGE',
        '409 DISCOUNT_USED_UP',
        '409 DISCOUNT_USED_BY_YOU',
        '409 IDEMPOTENCY_CONFLICT',
        '429 RATE_LIMITED',
        '429 DISCOUNT_LIMITED',
        '429 UNPAID_ORDERS',
        '429 SHOP_UNPAID_ORDERS',
        '503 BUSY',
      ],
      cookie: 'captchaPass',
      headers: ['idempotencyKey'],
      body: {
        userEmail: 'buyer@example.com',
        steamId: 'buyer@example.com',
        walletAddress: ADDRESS,
        edition: 'standard',
        cryptoType: RAIL?.coin,
        cryptoNetwork: RAIL?.network,
        totalPrice: 63.99,
        quantity: 1,
      },
      reply: {
        success: true,
        payment: {
          id: PAYMENT_ID,
          cryptoAmount: '0.0010665',
          cryptoType: RAIL?.coin,
          cryptoNetwork: RAIL?.network,
          paymentAddress: 'bcrt1qnjg0jd8228aq7egyzacy8cys3knf9xvrn9d67m',
          priceUSD: 63.99,
          price: 63.99,
          currency: 'USD',
          quantity: 1,
          edition: 'standard',
          status: 'pending',
          flags: [],
          expiresAt: '2026-11-22T12:15:00.000Z',
          createdAt: '2026-11-22T12:00:00.000Z',
          confirmedAt: null,
          transactionHash: null,
          blockchainConfirmations: 0,
        },
      },
    },
    'POST /functions/preview-discount': {
      id: 'previewDiscount',
      summary: 'See what a discount code takes off before ordering',
      description:
        'Tells what a code takes off copies of an edition, and what is left to pay, in `currency` or the shop’s own. It needs a captcha pass, which is kept for the order; a code that does not exist costs it. Nothing is reserved: uses are counted at the order, those of an e-mail address there alone.',
      refuses: [
        '400 CURRENCY_NOT_OFFERED',
        '403 CAPTCHA_REQUIRED',
        '409 DISCOUNT_UNKNOWN',
        '409 DISCOUNT_PAUSED',
        '409 DISCOUNT_NOT_YET',
        '409 DISCOUNT_EXPIRED',
        '409 DISCOUNT_OTHER_EDITION',
        '409 DISCOUNT_OTHER_CURRENCY',
        '409 DISCOUNT_TOO_LARGE',
        '409 DISCOUNT_USED_UP',
        '429 RATE_LIMITED',
        '429 DISCOUNT_LIMITED',
      ],
      cookie: 'captchaPass',
      body: { edition: 'standard', quantity: 1, discountCode: 'LAUNCH10' },
      reply: { success: true, preview: { currency: 'USD', discount: 6.39, price: 57.6 } },
    },
    'GET /data/payments/{id}': {
      id: 'readPayment',
      summary: 'Read the payment of an order',
      description:
        'The public part of an order: its status and figures, never e-mail address, keys or refund address. Who knows the id may read it. Changes are pushed on the live channel `payment:ID`.',
      refuses: ['404 PAYMENT_NOT_FOUND', '429 RATE_LIMITED'],
      reply: {
        id: PAYMENT_ID,
        crypto_amount: '0.0010665',
        crypto_type: RAIL?.coin,
        crypto_network: RAIL?.network,
        payment_address: 'bcrt1qnjg0jd8228aq7egyzacy8cys3knf9xvrn9d67m',
        price_usd: 63.99,
        price: 63.99,
        currency: 'USD',
        quantity: 1,
        edition: 'standard',
        status: 'detected',
        flags: [],
        received: '0.0010665',
        remaining: '0',
        required_confirmations: 1,
        expires_at: '2026-11-22T12:15:00.000Z',
        created_at: '2026-11-22T12:00:00.000Z',
        confirmed_at: null,
        transaction_hash: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
        blockchain_confirmations: 0,
        simulated: false,
        withdrawn: false,
      },
    },
    'POST /functions/verify-crypto-payment': {
      id: 'verifyPayment',
      summary: 'Look at the chain for a payment now',
      description:
        'Reads the chain at once, at most every three seconds for each order, and answers with what it shows. It succeeds also where nothing was found. No call confirms an order: only the chain does.',
      refuses: ['404 PAYMENT_NOT_FOUND'],
      body: { paymentId: PAYMENT_ID },
      reply: {
        success: true,
        result: {
          confirmed: false,
          found: true,
          status: 'detected',
          flags: [],
          received: '0.0010665',
          confirmations: 0,
          required: 1,
        },
      },
    },
  },
}

/** What pages of the shop call beside an order. */
export const VISITING: CallGroup = {
  document: 'shop',
  name: 'Visiting',
  description: 'The purchase counters, messages to the studio, and the state of the shop.',
  calls: {
    'GET /data/purchase-counters': {
      id: 'listCounters',
      summary: 'Read the purchase counters',
      description:
        'How many copies of each edition are said to be sold. Pushed on the live channel `counters`.',
      refuses: ['429 RATE_LIMITED'],
    },
    'POST /data/purchase-counters/{edition}': {
      id: 'addIntent',
      summary: 'Count a click on an order button',
      description: 'Counts the copies a visitor was about to order. In production it moves no counter.',
      refuses: ['429 RATE_LIMITED'],
    },
    'POST /functions/increment-counters': {
      id: 'incrementCounters',
      summary: 'Move the purchase counters',
      description:
        'Moves the counters of a demo with moving counters, however many pages call it. Elsewhere it changes nothing.',
      refuses: ['429 RATE_LIMITED'],
      body: {},
    },
    'POST /functions/send-support-email': {
      id: 'sendSupportMail',
      summary: 'Write to the studio',
      description:
        'Queues a message to the address of the studio, and a confirmation to its sender, at most one an hour.',
      refuses: ['400 EMAIL_INVALID', '429 RATE_LIMITED'],
    },
    'GET /health': {
      id: 'readHealth',
      summary: 'Ask whether the shop can sell',
      description:
        'The state of every part of the shop. The status is 200 if it can sell and 503 otherwise, with the same body.',
      sameBodyWith503: true,
    },
    'GET /health/live': {
      id: 'readLiveness',
      summary: 'Ask whether the process answers',
      description:
        'The state of the parts without which no page can be served. For balancers and supervisors.',
      sameBodyWith503: true,
    },
  },
}
