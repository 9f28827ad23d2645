import type { CallGroup, Refusal } from '../call-notes.ts'

const ORDER: readonly Refusal[] = ['404 PAYMENT_NOT_FOUND']
const REFUND: readonly Refusal[] = ['404 REFUND_NOT_FOUND']

/** The calls by which staff read orders and decide about them. */
export const OFFICE_ORDERS: CallGroup = {
  document: 'office',
  name: 'Orders',
  description: 'Lists, evidence and decisions. Every decision is written to the audit log.',
  calls: {
    'GET /functions/overview': {
      id: 'readOverview',
      summary: 'Read what waits and how the shop does',
      description: 'The numbers of the first page of the back office.',
    },
    'GET /functions/orders': {
      id: 'listOrders',
      summary: 'List orders',
      description: 'Orders, filtered and page by page: `before` is `next` of the page above.',
    },
    'GET /functions/orders/{id}': {
      id: 'readOrder',
      summary: 'Read an order',
      description: 'The order with its transfers, keys, refunds, mails, notes and timeline.',
      refuses: ORDER,
    },
    'POST /functions/orders/{id}/accept': {
      id: 'acceptOrder',
      summary: 'Accept the money of an order in review',
      description:
        'Counts the settled money as full payment. The keys are delivered at once if there are enough.',
      refuses: [
        ...ORDER,
        '409 NOT_IN_REVIEW',
        '409 ORDER_WITHDRAWN',
        '409 REFUND_ASKED',
        '409 NOTHING_TO_ACCEPT',
      ],
    },
    'POST /functions/orders/{id}/refund-due': {
      id: 'requestRefund',
      summary: 'Enter that an order is to be refunded',
      description: 'Creates a refund of all or some copies. Without an address the one of the order is used.',
      refuses: [
        ...ORDER,
        '400 ADDRESS_INVALID',
        '409 REFUND_ADDRESS_FROZEN',
        '409 REFUND_KEYS_INVALID',
        '409 REFUND_NOT_POSSIBLE',
        '409 REFUND_TOO_MANY',
        '409 REFUND_UNSETTLED',
        '409 REFUND_WHOLE_ONLY',
      ],
    },
    'POST /functions/orders/{id}/note': {
      id: 'addNote',
      summary: 'Write a note to an order',
      description: 'A note for the staff. The same note within a minute is stored once.',
      refuses: ORDER,
    },
    'POST /functions/orders/{id}/resend': {
      id: 'resendMail',
      summary: 'Send the newest mail of an order again',
      description: 'Once a minute at most.',
      refuses: [...ORDER, '409 NOTHING_TO_RESEND', '429 RATE_LIMITED'],
    },
    'GET /functions/orders/{id}/files': {
      id: 'readOrderFiles',
      summary: 'Read the files of an order and their downloads',
      description: 'Null if the edition contains no files, or the order has no right to them.',
      refuses: ORDER,
    },
    'POST /functions/orders/{id}/file-link': {
      id: 'changeFileLink',
      summary: 'Revoke, restore or renew the link to the files of an order',
      description: 'A renewed link replaces the one before for good, and begins without downloads.',
      refuses: ORDER,
    },
    'POST /functions/orders/{id}/claim': {
      id: 'claimPayment',
      summary: 'Enter a transaction that is said to have paid an order',
      description: 'Looks the transaction up on the nodes. `outcome` says what they know of it.',
      refuses: ORDER,
    },
    'POST /functions/many-orders': {
      id: 'decideManyOrders',
      summary: 'Decide the same about several orders',
      description:
        'Sends mails again, or enters refunds, one order after the other. The reply names the orders where it was refused, each with the code that the call about one order gives.',
    },
    'POST /functions/replace-key': {
      id: 'replaceKey',
      summary: 'Replace a sold key that does not work',
      description:
        'Retires the key and gives the order another one of its edition. The buyer gets it by mail.',
      refuses: ['404 KEY_NOT_FOUND', '409 KEY_NOT_SOLD', '409 KEY_RETIRED', '409 OUT_OF_STOCK'],
    },
    'GET /functions/export-orders': {
      id: 'exportOrders',
      summary: 'Download orders as CSV',
      description: 'All orders that the filter finds. Each export is written to the audit log.',
      sends: 'text/csv',
    },
  },
}

/** The calls that take a refund from request to verification. */
export const OFFICE_REFUNDS: CallGroup = {
  document: 'office',
  name: 'Refunds',
  description: 'The shop sends no money: people pay, and the nodes verify it.',
  calls: {
    'GET /functions/refunds': {
      id: 'listRefunds',
      summary: 'List refunds',
      description: 'Refunds by status, page by page, with what each owes now.',
    },
    'POST /functions/refunds/{id}/quote': {
      id: 'quoteRefund',
      summary: 'Fix what a refund owes today',
      description:
        'Computes the amount from the settled money and the rate of now. A quote holds until the day ends.',
      refuses: [
        ...REFUND,
        '409 REFUND_CLOSED',
        '409 REFUND_PLANNED',
        '409 REFUND_ADDRESS_FROZEN',
        '409 REFUND_UNSETTLED',
        '409 REFUND_NOT_POSSIBLE',
        '503 RATE_UNAVAILABLE',
      ],
    },
    'POST /functions/refunds/{id}/record': {
      id: 'recordRefund',
      summary: 'Enter the transaction that pays a refund',
      description: 'The nodes then verify that it pays what is owed to the address of the refund.',
      refuses: [
        ...REFUND,
        '409 REFUND_CLOSED',
        '409 REFUND_PLANNED',
        '409 REFUND_QUOTE_NEEDED',
        '409 REFUND_AMOUNT_CHANGED',
        '409 REFUND_TRANSACTION_USED',
      ],
    },
    'POST /functions/refunds/{id}/withdraw': {
      id: 'withdrawRefund',
      summary: 'Take a refund back',
      description: 'Only while no payment of it is recorded.',
      refuses: [...REFUND, '409 REFUND_CLOSED', '409 REFUND_PLANNED'],
    },
    'GET /functions/external-orders': {
      id: 'listExternalOrders',
      summary: 'List sales made elsewhere',
      description:
        'What programs delivered from the stock, filtered and page by page: `before` is `next` of the page above.',
    },
    'POST /functions/external-orders/{id}/refund': {
      id: 'refundExternalOrderAsStaff',
      summary: 'Mark a sale made elsewhere as refunded',
      description:
        'The money was paid back where the sale was made. Keys that were not mailed yet return to the stock. Called again, it changes nothing.',
      refuses: ORDER,
    },
    'POST /functions/external-orders/{id}/resend': {
      id: 'resendExternalKeys',
      summary: 'Send the keys of a sale made elsewhere again',
      description: 'Once a minute at most, of a sale that was delivered and not refunded.',
      refuses: [...ORDER, '409 NOTHING_TO_RESEND', '429 RATE_LIMITED'],
    },
    'GET /functions/export-addresses': {
      id: 'exportAddresses',
      summary: 'Download the addresses that hold money as CSV',
      description: 'The addresses to sweep, with their index and what lies there.',
      sends: 'text/csv',
    },
  },
}
