import type { CallGroup } from '../call-notes.ts'

const RAIL = ['404 PAYMENT_NOT_FOUND', '409 RAIL_UNAVAILABLE'] as const

/** The calls of a demo alone. */
export const DEMO: CallGroup = {
  document: 'shop',
  name: 'Demo',
  description:
    'Of the demo alone: its wallet moves simulated chains, its mailbox shows what was mailed. A shop for real money has none of these.',
  calls: {
    'POST /demo/wallet/pay': {
      id: 'payInDemo',
      summary: 'Pay an order on its simulated chain',
      description: 'Without `amount` it pays what is due.',
      refuses: [...RAIL, '409 RAIL_MISMATCH'],
      body: { paymentId: '1e0f4c5a-6a2b-4d8e-9c31-7b5d2f8a9e10' },
    },
    'POST /demo/wallet/mine': {
      id: 'mineInDemo',
      summary: 'Add blocks to a simulated chain',
      description: 'The chains also make a block every second by themselves.',
      refuses: ['409 RAIL_UNAVAILABLE'],
    },
    'POST /demo/wallet/reorg': {
      id: 'reorganiseInDemo',
      summary: 'Replace the newest blocks of a simulated chain',
      description: 'With `keep` the transactions of the replaced blocks are in the new ones.',
      refuses: ['409 RAIL_UNAVAILABLE'],
    },
    'POST /demo/wallet/refund': {
      id: 'payRefundInDemo',
      summary: 'Pay a refund on its simulated chain',
      description: 'Without `amount` it pays what is owed.',
      refuses: ['404 REFUND_NOT_FOUND', '409 RAIL_UNAVAILABLE', '409 REFUND_QUOTE_NEEDED'],
    },
    'GET /demo/wallet/state': {
      id: 'readDemoState',
      summary: 'Read the clock and the faults of the demo',
      description: 'The time of the shop, which the demo may move forward.',
    },
    'POST /demo/wallet/clock': {
      id: 'moveDemoClock',
      summary: 'Move the clock of the demo forward',
      description: 'Past the payment window, by a day, to the release, or by a fortnight.',
    },
    'POST /demo/wallet/fault': {
      id: 'causeFaultInDemo',
      summary: 'Make the node of a chain fail',
      description: 'The shop then behaves as it would with such a node.',
      refuses: ['409 RAIL_UNAVAILABLE'],
    },
    'POST /demo/wallet/recover': {
      id: 'endFaultsInDemo',
      summary: 'End all faults of the demo',
      description: 'Nodes and mail work again, and no address is frozen.',
    },
    'POST /demo/wallet/mail': {
      id: 'stopMailInDemo',
      summary: 'Stop the mail of the demo, or let it go on',
      description: 'Mails wait meanwhile.',
    },
    'POST /demo/wallet/invent': {
      id: 'inventPaymentInDemo',
      summary: 'Let one node report a payment that does not exist',
      description: 'The shop delivers nothing for it.',
      refuses: RAIL,
    },
    'POST /demo/wallet/unconfirmed': {
      id: 'dropPaymentInDemo',
      summary: 'Drop or replace a payment that is in no block',
      description: 'Stop new blocks, then pay.',
      refuses: [...RAIL, '409 BAD_REQUEST'],
    },
    'POST /demo/wallet/freeze': {
      id: 'freezeInDemo',
      summary: 'Freeze an address of an order',
      description: 'As the issuer of a token would.',
      refuses: RAIL,
    },
    'GET /demo/mail.json': {
      id: 'listDemoMails',
      summary: 'Read the mailbox of the demo',
      description: 'Every mail the shop has sent, the newest first.',
    },
    'GET /demo/mail/{messageId}': {
      id: 'readDemoMail',
      summary: 'Look at a mail of the demo',
      description: 'The mail by its Message-ID without the angle brackets, as a page.',
      sends: 'text/html',
    },
  },
}
