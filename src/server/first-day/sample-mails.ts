import type { MailContent, MailFacts } from '#server/mail/mail-facts.ts'
import { sampleOrder, sampleRail } from '#server/mail/sample-order.ts'
import type { EditionId } from '#shared/editions.ts'
import type { MailPreviewId } from '#shared/first-day-api.ts'

type Samples = { readonly [T in MailPreviewId]: MailFacts[T] }

/** A mail to a buyer about an order that does not exist. Its address is one of BIP-173's examples. */
export function sampleMail(mail: MailPreviewId, edition: EditionId, now: Date): MailContent {
  return { template: mail, facts: samplesOf(edition, now)[mail] } as MailContent
}

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const HASH = '9f'.repeat(32)
const QUARTER_MS = 15 * 60_000

function samplesOf(edition: EditionId, now: Date): Samples {
  const { chain, asset } = sampleRail()
  const order = { ...sampleOrder(edition), transactionHash: HASH }
  const open = { ...order, transactionHash: null }
  const send = {
    paymentAddress: ADDRESS,
    payUntil: new Date(now.getTime() + QUARTER_MS).toISOString(),
    isSimulated: false,
  }
  const refund = { copies: 1, isDelivered: true, refundAddress: ADDRESS }
  const entry = { entryId: order.paymentId, edition }
  return {
    received: { ...open, ...send },
    short: { ...open, ...send, arrived: '0.001', missing: '0.00006650' },
    late: { ...order, outcome: 'counts' },
    review: { ...open, reason: 'wrong-network' },
    keys: { ...order, keys: ['ABCD-EFGH-JKLM-NPQR'] },
    'keys-follow': order,
    'keys-on-release': order,
    'refund-asked': { ...order, ...refund, refundChain: chain, refundSymbol: asset, refundRest: null },
    refunded: {
      ...order,
      ...refund,
      refundAmount: '0.00106650',
      refundSymbol: asset,
      refundTransactions: [HASH],
    },
    withdrawal: {
      ...order,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      copies: null,
      submittedAt: now.toISOString(),
      timeZone: 'UTC',
      outcome: 'refund',
    },
    recover: { paymentId: order.paymentId },
    'support-copy': {},
    'waiting-confirm': entry,
    'waiting-stock': entry,
  }
}
