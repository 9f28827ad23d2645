import type { CallGroup } from '../call-notes.ts'

const OWN = ['403 FORBIDDEN', '404 PAYMENT_NOT_FOUND'] as const

/** The calls of an order's page. */
export const ORDER_PAGE: CallGroup = {
  document: 'shop',
  name: 'Order page',
  description:
    'What belongs to the buyer of an order: keys, invoice, refunds. It needs the cookie of the browser that ordered, or of one that opened the link in the mail.',
  calls: {
    'GET /data/orders/{id}': {
      id: 'readOrder',
      summary: 'Read an own order with its keys',
      description:
        'All that the buyer may know: the payment with its evidence on chain, keys once they are delivered, refunds, and what may still be requested.',
      refuses: [...OWN, '429 RATE_LIMITED'],
      cookie: 'order',
    },
    'POST /functions/open-order': {
      id: 'openOrder',
      summary: 'Open an order with the secret of its link',
      description:
        'Sets the cookie of the order for who has the secret that stands behind `#` in the mailed link.',
      refuses: [...OWN, '429 RATE_LIMITED'],
    },
    'POST /functions/resend-order-mail': {
      id: 'resendOrderMail',
      summary: 'Send the newest mail of an order again',
      description: 'Sends the mail again to the address that ordered, once a minute at most.',
      refuses: [...OWN, '409 NOTHING_TO_RESEND', '429 RATE_LIMITED'],
      cookie: 'order',
    },
    'POST /functions/recover-order': {
      id: 'recoverOrders',
      summary: 'Mail the links of lost orders',
      description:
        'Mails the links of all orders of an address to this address. The reply is the same where there are none.',
      refuses: ['400 EMAIL_INVALID', '403 FORBIDDEN', '429 RATE_LIMITED'],
    },
    'POST /functions/request-refund': {
      id: 'requestRefund',
      summary: 'Request a refund',
      description:
        'Requests a refund of some or all copies to an address of the network that was paid on. The address is sent twice. What is owed is quoted and paid by staff.',
      refuses: [
        ...OWN,
        '400 ADDRESS_INVALID',
        '400 REFUND_ADDRESS_UNLIKE',
        '409 REFUND_ADDRESS_FROZEN',
        '409 REFUND_KEYS_INVALID',
        '409 REFUND_NOT_POSSIBLE',
        '409 REFUND_TOO_MANY',
        '409 REFUND_UNSETTLED',
        '409 REFUND_WHOLE_ONLY',
        '409 REFUND_WINDOW_OVER',
        '429 RATE_LIMITED',
      ],
      cookie: 'order',
    },
    'POST /functions/declare-country': {
      id: 'declareCountry',
      summary: 'Say in which country the buyer lives',
      description: 'For the VAT report. Shops that report no VAT do not ask, and nobody must answer.',
      refuses: [...OWN, '409 COUNTRY_NOT_ASKED', '409 COUNTRY_KEPT', '429 RATE_LIMITED'],
      cookie: 'order',
    },
    'POST /functions/check-invoice': {
      id: 'checkInvoice',
      summary: 'Check the digest of an invoice',
      description: 'Says whether an invoice with this SHA-256 was issued for the order. Anybody may ask.',
      refuses: ['404 PAYMENT_NOT_FOUND', '429 RATE_LIMITED'],
    },
    'GET /order/{id}/invoice.txt': {
      id: 'downloadInvoice',
      summary: 'Download the invoice',
      description:
        'The invoice as text in the language of the order, or in another one. Personal data are in it only with the cookie of the order.',
      refuses: ['404 PAYMENT_NOT_FOUND', '409 INVOICE_NOT_READY', '429 RATE_LIMITED'],
      sends: 'text/plain',
    },
    'GET /files/{id}/{file}': {
      id: 'downloadFile',
      summary: 'Download a file that the edition contains',
      description:
        'The link is in the mail with the keys and in the order of its buyer. It needs no cookie, takes a `Range`, and ends with a refund or when staff revoke it.',
      refuses: ['403 FILE_LIMIT', '404 FILE_NOT_FOUND', '429 RATE_LIMITED'],
      sends: 'application/octet-stream',
    },
    'GET /order/{id}/keys.txt': {
      id: 'downloadKeys',
      summary: 'Download the keys',
      description: 'The delivered keys as text, with the steps to redeem them.',
      refuses: [...OWN, '404 KEY_NOT_FOUND', '429 RATE_LIMITED'],
      cookie: 'order',
      sends: 'text/plain',
    },
  },
}
