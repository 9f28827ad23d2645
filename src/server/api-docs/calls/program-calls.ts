import type { CallGroup } from '../call-notes.ts'

/** The calls for programs with a token. */
export const PROGRAMS: CallGroup = {
  document: 'programs',
  name: 'Orders and figures',
  description:
    'What a program reads and does with a token. Owners create tokens in the tab Integrations of the back office. A token may make 600 calls a minute.',
  calls: {
    'GET /api/v1/orders': {
      id: 'listOrders',
      summary: 'List orders',
      description:
        'Orders, the newest first, filtered and page by page: `before` is `next` of the page above. Needs the scope `orders:read`. E-mail addresses are masked without the scope `orders:emails`.',
    },
    'POST /api/v1/orders': {
      id: 'createOrder',
      summary: 'Create an order for your own front end',
      description:
        'An order to be paid in a coin, at the price of the shop and from its stock. The reply has the exact amount, the address, and `invoiceUrl`: the page of the order, for its buyer alone. `Idempotency-Key` is needed; the same call again gives the same order. Needs the scope `orders:create`.',
      refuses: [
        '400 EMAIL_INVALID',
        '400 ADDRESS_INVALID',
        '400 PRICE_MISMATCH',
        '400 CURRENCY_NOT_OFFERED',
        '400 IDEMPOTENCY_KEY_INVALID',
        '409 RAIL_UNAVAILABLE',
        '409 RATE_UNAVAILABLE',
        '409 OUT_OF_STOCK',
        '409 IDEMPOTENCY_CONFLICT',
        '409 DISCOUNT_UNKNOWN',
        '409 DISCOUNT_PAUSED',
        '409 DISCOUNT_NOT_YET',
        '409 DISCOUNT_EXPIRED',
        '409 DISCOUNT_OTHER_EDITION',
        '409 DISCOUNT_OTHER_CURRENCY',
        '409 DISCOUNT_TOO_LARGE',
        '409 DISCOUNT_USED_UP',
        '409 DISCOUNT_USED_BY_YOU',
        '429 SHOP_UNPAID_ORDERS',
        '503 BUSY',
      ],
      headers: ['idempotencyKey'],
    },
    'GET /api/v1/orders/{id}': {
      id: 'readOrder',
      summary: 'Read an order',
      description:
        'An order of the shop, or a sale made elsewhere. Needs the scope `orders:read`. The e-mail address is masked without the scope `orders:emails`.',
      refuses: ['404 PAYMENT_NOT_FOUND'],
    },
    'POST /api/v1/orders/external': {
      id: 'deliverSale',
      summary: 'Deliver a sale made elsewhere',
      description:
        'Takes keys from the stock for a sale that was paid elsewhere, and mails them. While the keys of the edition are held for its release, they are set aside and mailed then. `Idempotency-Key` is needed; the same call again gives the same order. A `reference` is delivered once for each edition. Needs the scope `orders:external`.',
      refuses: [
        '400 EMAIL_INVALID',
        '400 IDEMPOTENCY_KEY_INVALID',
        '409 OUT_OF_STOCK',
        '409 REFERENCE_USED',
        '409 IDEMPOTENCY_CONFLICT',
        '503 UNAVAILABLE',
      ],
      headers: ['idempotencyKey'],
    },
    'POST /api/v1/orders/external/{id}/refund': {
      id: 'refundSale',
      summary: 'Mark a sale made elsewhere as refunded',
      description:
        'Says that the money was paid back where the sale was made. Keys that were not mailed yet return to the stock. Called again, it changes nothing. Needs the scope `orders:external`.',
      refuses: ['404 PAYMENT_NOT_FOUND'],
    },
    'GET /api/v1/stock': {
      id: 'readStock',
      summary: 'Count the keys of each edition',
      description:
        'The keys of each edition by state, and the paid copies that wait for keys. Needs the scope `stock:read`.',
      reply: {
        success: true,
        stock: {
          standard: {
            available: 120,
            used: 30,
            elsewhere: 9,
            retired: 1,
            total: 160,
            reserved: 4,
            waiting: 0,
          },
          supporter: {
            available: 40,
            used: 12,
            elsewhere: 0,
            retired: 0,
            total: 52,
            reserved: 1,
            waiting: 0,
          },
        },
      },
    },
    'GET /api/v1/statistics': {
      id: 'readStatistics',
      summary: 'Read the sales of some days',
      description:
        'Orders, copies and turnover by day, edition, network and language, and how many orders were paid. At most 366 days. Needs the scope `statistics:read`.',
    },
    'GET /api/v1/audit': {
      id: 'listAudit',
      summary: 'List the audit log',
      description:
        'Who did what to what and when, the newest first: `before` is `next` of the page above. Needs the scope `audit:read`.',
    },
  },
}
