import type { MailContent, OrderFacts } from '#server/mail/mail-facts.ts'
import type { MailSettings } from '#server/mail/mail-draft.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { SAMPLE_ALERT_FACTS, SAMPLE_ORDER_FACTS } from './sample-alerts.ts'

/** What the links of all sample mails contain. */
export const SAMPLE_ACCESS = { secret: 'b7T_x0-9hQzW3kLmN5pR8sVuXyA2cDeF', code: '7KQ2M-XRB9D' } as const

/** What the links of sample mails about the waiting list contain. */
export const SAMPLE_WAITING_TOKEN = 'w4iT_x0-9hQzW3kLmN5pR8sVuXyA2cDe'
const ENTRY = { entryId: '0d0c6a58-94c4-4b43-9c26-6bb2df0d9ff9', edition: 'supporter' }

/** What the shop writes into mails; without keys. */
export const SAMPLE_MAIL_SETTINGS: MailSettings = {
  gameTitle: 'Ashen Dominion',
  languages: LANGUAGES,
  editionName: () => 'Standard Edition',
  publicUrl: () => 'https://shop.example',
  supportEmail: 'help@shop.example',
  orderAccess: () => SAMPLE_ACCESS,
  waitingToken: () => SAMPLE_WAITING_TOKEN,
  readKeys: () => Promise.resolve([]),
  readKeysElsewhere: () => Promise.resolve([]),
}

/** The facts of an order that all its mails use. */
export const SAMPLE_ORDER: OrderFacts = {
  paymentId: 'a5c3fdb2-16a4-4f0b-9d20-c7a0a4e6e001',
  edition: 'supporter',
  quantity: 2,
  amount: '0.00399967',
  coin: 'bitcoin',
  network: 'bitcoin',
  price: '239.98',
  currency: 'USD',
  transactionHash: '9f'.repeat(32),
}
const OPEN = { ...SAMPLE_ORDER, transactionHash: null }
const SEND = {
  paymentAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  payUntil: '2026-03-01T14:05:00.000Z',
  isSimulated: false,
}
const REFUND = { isDelivered: true, refundAddress: SEND.paymentAddress }
export const KEYS = ['ABCD-EFGH-JKLM-NPQR', 'STUV-WXYZ-2345-6789']

/** Every template with each of its variants, by name. */
export const SAMPLE_MAILS = {
  received: { template: 'received', facts: { ...OPEN, ...SEND } },
  'received with a discount': { template: 'received', facts: { ...OPEN, ...SEND, discount: '26.66' } },
  'received in a demo': { template: 'received', facts: { ...OPEN, ...SEND, isSimulated: true } },
  short: { template: 'short', facts: { ...OPEN, ...SEND, arrived: '0.003', missing: '0.00099967' } },
  late: { template: 'late', facts: { ...SAMPLE_ORDER, outcome: 'counts' } },
  'late for a decision': { template: 'late', facts: { ...SAMPLE_ORDER, outcome: 'decision' } },
  'review of a network': { template: 'review', facts: { ...OPEN, reason: 'wrong-network' } },
  'review of a coin': { template: 'review', facts: { ...OPEN, reason: 'wrong-token' } },
  'review of a rest': { template: 'review', facts: { ...OPEN, reason: 'short' } },
  'review of another kind': { template: 'review', facts: { ...OPEN, reason: 'other' } },
  'keys of a sale elsewhere': {
    template: 'keys-elsewhere',
    facts: {
      externalOrderId: SAMPLE_ORDER.paymentId,
      edition: 'supporter',
      quantity: 2,
      reference: 'cs_live_a1B2c3D4',
      keys: KEYS,
    },
  },
  'bulletin of a delay': {
    template: 'bulletin',
    facts: {
      ...SAMPLE_ORDER,
      kind: 'delay',
      subject: 'Ashen Dominion comes on the 4th of May',
      body: 'The last battle is not where we want it.\n\nIt needs six more weeks.',
    },
  },
  'bulletin of a cancellation': {
    template: 'bulletin',
    facts: {
      ...SAMPLE_ORDER,
      kind: 'cancellation',
      subject: 'Ashen Dominion is cancelled',
      body: 'The game will not be made.',
    },
  },
  keys: { template: 'keys', facts: { ...SAMPLE_ORDER, keys: KEYS } },
  'one key': { template: 'keys', facts: { ...SAMPLE_ORDER, quantity: 1, keys: KEYS.slice(1) } },
  'keys-follow': { template: 'keys-follow', facts: SAMPLE_ORDER },
  'keys-on-release': { template: 'keys-on-release', facts: SAMPLE_ORDER },
  'refund-asked': {
    template: 'refund-asked',
    facts: {
      ...SAMPLE_ORDER,
      ...REFUND,
      copies: 1,
      refundChain: 'bitcoin',
      refundSymbol: 'BTC',
      refundRest: '0.0001',
    },
  },
  'refund-asked of what came': {
    template: 'refund-asked',
    facts: { ...OPEN, ...REFUND, copies: 0, refundChain: 'bsc', refundSymbol: 'BNB', refundRest: '0.25' },
  },
  refunded: {
    template: 'refunded',
    facts: {
      ...SAMPLE_ORDER,
      ...REFUND,
      copies: 1,
      refundAmount: '0.002',
      refundSymbol: 'BTC',
      refundTransactions: ['c4'.repeat(32)],
    },
  },
  withdrawal: {
    template: 'withdrawal',
    facts: {
      ...OPEN,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      copies: null,
      submittedAt: '2026-03-01T14:05:00.000Z',
      timeZone: 'Europe/Berlin',
      outcome: 'closed',
    },
  },
  'withdrawal of a copy': {
    template: 'withdrawal',
    facts: {
      ...SAMPLE_ORDER,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      copies: 1,
      submittedAt: '2026-03-01T14:05:00.000Z',
      timeZone: 'UTC',
      outcome: 'refund',
    },
  },
  recover: {
    template: 'recover',
    facts: { paymentId: SAMPLE_ORDER.paymentId },
  },
  'alert about an order': {
    template: 'alert',
    facts: {
      kind: 'nodes-not-agreed',
      facts: SAMPLE_ORDER_FACTS,
      subject: SAMPLE_ORDER.paymentId,
      raisedAt: '2026-03-01T14:05:00.000Z',
    },
  },
  'alert about the shop': {
    template: 'alert',
    facts: {
      kind: 'single-node-limit',
      subject: 'shop',
      facts: SAMPLE_ALERT_FACTS['single-node-limit'],
      raisedAt: '2026-03-01T14:05:00.000Z',
    },
  },
  'alert about stock': {
    template: 'alert',
    facts: {
      kind: 'stock-low',
      subject: 'standard',
      raisedAt: '2026-03-01T14:05:00.000Z',
      facts: SAMPLE_ALERT_FACTS['stock-low'],
    },
  },
  'alert of an earlier release': {
    template: 'alert',
    facts: { kind: 'lost-payment', subject: 'shop', raisedAt: '2026-03-01T14:05:00.000Z' },
  },
  'end of an alert': {
    template: 'alert-over',
    facts: {
      kind: 'mail-stuck',
      subject: 'shop',
      facts: SAMPLE_ALERT_FACTS['mail-stuck'],
      raisedAt: '2026-03-01T14:05:00.000Z',
      closedAt: '2026-03-01T15:05:00.000Z',
    },
  },
  'support-copy': { template: 'support-copy', facts: {} },
  'waiting-confirm': { template: 'waiting-confirm', facts: ENTRY },
  'waiting-stock': { template: 'waiting-stock', facts: ENTRY },
} as const satisfies Readonly<Record<string, MailContent>>
