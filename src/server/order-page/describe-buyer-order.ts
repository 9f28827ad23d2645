import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Transfers } from '#server/db/schema.ts'
import type { EditionFileStore } from '#server/edition-files/edition-files.ts'
import { readOrderFiles } from '#server/edition-files/read-order-files.ts'
import { readableKeysOf, type RecordHandOut } from '#server/keys/claim-keys.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import { refundableUntil } from '#server/refunds/request-refund.ts'
import { countAgreeing } from '#server/payments/has-agreement.ts'
import { invoiceNumberOf } from '#server/payments/invoice-number.ts'
import { railOfRecord, toPaymentRow, type PaymentRecord } from '#server/payments/payment-record.ts'
import { transferFacts } from '#server/payments/transfer-facts.ts'
import { copiesLeft } from '#server/refunds/refund-claim.ts'
import { type RefundRecord, readActiveRefunds } from '#server/refunds/refund-record.ts'
import type { BuyerOrder, BuyerTransfer } from '#shared/buyer-api.ts'
import { TOP_UP_S } from '#shared/constants.ts'
import type { Rail } from '#shared/rails.ts'
import type { ExplorerSettings } from './order-page-deps.ts'
import { readCountry } from './declare-country.ts'
import { explorerLinksFor, type ExplorerLinks } from './explorer-links.ts'
import { readBuyerRefunds } from './read-buyer-refunds.ts'
import { publicTimeline, readTimeline } from './read-timeline.ts'

/** Everything beside the order that its description depends on. */
export interface BuyerOrderContext {
  /** The game's release; the refund window starts at the release or the payment, whichever is later. */
  readonly releaseAt: Date
  readonly now: Date
  readonly explorers: ExplorerSettings
  readonly keyCipher: KeyCipher
  readonly recordHandOut: RecordHandOut
  readonly secret: Uint8Array
  readonly editionFiles: EditionFileStore
  /**
   * Whether the request carries the order's second secret. Without it neither personal data nor evidence is included.
   */
  readonly hasSecret: boolean
  /** Whether the shop asks where buyers live. */
  readonly asksCountry?: boolean
}

/** Describes an order for its buyer's page, with and without scripts. */
export async function describeBuyerOrder(
  db: Db,
  order: PaymentRecord,
  context: BuyerOrderContext,
): Promise<BuyerOrder> {
  const links = explorerLinksFor(order, context.explorers)
  // without the secret the figures must not reveal that there are refunds
  const refunds = context.hasSecret ? await readActiveRefunds(db, order.id) : []
  const figures = { ...figuresOf(order, links), ...refundFigures(order, refunds, context) }
  if (!context.hasSecret) return { ...figures, ...withoutSecret(order) }
  const transfers = await readTransfers(db, order, links)
  const [keys, timeline, described, mails, declared, files] = await Promise.all([
    readableKeysOf(db, context.keyCipher, order.id),
    readTimeline(db, order, transfers),
    readBuyerRefunds(db, refunds, links),
    readMails(db, order),
    readCountry(db, order.id),
    readOrderFiles(db, context, order),
  ])
  await context.recordHandOut(keys)
  return {
    ...figures,
    isOpen: true,
    invoiceNumber: invoiceNumberOf(order),
    country:
      context.asksCountry === true
        ? { declared, mayChange: declared === null || order.delivered_at === null }
        : null,
    email: order.user_email,
    refundAddress: order.wallet_address,
    keys: [...keys],
    files: [...files],
    timeline: [...timeline],
    transfers: [...transfers],
    ...mails,
    refunds: [...described],
  }
}

function figuresOf(order: PaymentRecord, links: ExplorerLinks) {
  const { chain } = railOfRecord(order)
  const hash = order.transaction_hash
  return {
    payment: toPaymentRow(order),
    addressUrl: links.address(chain, order.payment_address),
    transactionUrl: hash === null ? null : links.transaction(chain, hash),
    withdrawnAt: order.withdrawn_at?.toISOString() ?? null,
    topUpUntil: new Date(order.expires_at.getTime() + TOP_UP_S * 1000).toISOString(),
  }
}

function withoutSecret(order: PaymentRecord) {
  return {
    isOpen: false,
    invoiceNumber: null,
    country: null,
    email: null,
    refundAddress: null,
    keys: [],
    files: [],
    timeline: [...publicTimeline(order)],
    transfers: [],
    mailSentAt: null,
    isMailWithheld: false,
    refunds: [],
  }
}

function refundFigures(
  order: PaymentRecord,
  refunds: readonly RefundRecord[],
  { releaseAt, now }: BuyerOrderContext,
): Pick<BuyerOrder, 'refundChance' | 'refundableUntil' | 'copiesLeft' | 'isWholeOnly'> {
  const until = refundableUntil(order, releaseAt)
  const left = Math.max(0, copiesLeft(order, refunds))
  return {
    refundChance: refundChanceOf(order, left, until, now),
    refundableUntil: until?.toISOString() ?? null,
    copiesLeft: left,
    isWholeOnly: order.delivered_at === null,
  }
}

function refundChanceOf(
  order: PaymentRecord,
  left: number,
  until: Date | null,
  now: Date,
): BuyerOrder['refundChance'] {
  if (order.status === 'refunded') return 'all_asked'
  if (order.status !== 'confirmed' || until === null) return 'unpaid'
  if (left === 0) return 'all_asked'
  return now > until ? 'over' : 'open'
}

/** The largest transfers are shown. Dust is cheap to send, so the page needs a limit. */
const TRANSFERS_SHOWN_MAX = 200

async function readTransfers(
  db: Db,
  order: PaymentRecord,
  links: ExplorerLinks,
): Promise<readonly BuyerTransfer[]> {
  const [rows, heads] = await Promise.all([
    db
      .selectFrom('transfers')
      .selectAll()
      .where('payment_id', '=', order.id)
      .orderBy('atoms', 'desc')
      .orderBy('seen_at')
      .orderBy('tx_hash')
      .orderBy('output_index')
      .limit(TRANSFERS_SHOWN_MAX)
      .execute(),
    db.selectFrom('cursors').select(['chain', 'head_height']).execute(),
  ])
  const rail = railOfRecord(order)
  const bySeenAt = [...rows].sort((one, other) => one.seen_at.getTime() - other.seen_at.getTime())
  return bySeenAt.map((row) => {
    const head = heads.find((one) => one.chain === row.chain)?.head_height ?? null
    return toTransfer(row, rail, head, links)
  })
}

function toTransfer(
  row: Selectable<Transfers>,
  rail: Rail,
  headHeight: number | null,
  links: ExplorerLinks,
): BuyerTransfer {
  const facts = transferFacts(row, rail, headHeight)
  const { chain, txHash } = facts
  const { block_height: height, block_at: at } = row
  return {
    ...facts,
    block: height === null || at === null ? null : { height, at: at.toISOString() },
    nodesAgreed: countAgreeing(row.attestations),
    url: row.evidence === 'balance' ? links.address(chain, row.address) : links.transaction(chain, txHash),
  }
}

async function readMails(
  db: Db,
  order: PaymentRecord,
): Promise<Pick<BuyerOrder, 'mailSentAt' | 'isMailWithheld'>> {
  const row = await db
    .selectFrom('mails')
    .select(({ fn }) => [fn.max('sent_at').as('at'), fn.countAll<bigint>().as('count')])
    .where('payment_id', '=', order.id)
    .executeTakeFirst()
  // every order's first mail is queued with the order, and an order without money has no other
  const isUnpaid = order.status === 'pending' || order.status === 'expired'
  return {
    mailSentAt: row?.at?.toISOString() ?? null,
    isMailWithheld: isUnpaid && order.user_email !== null && row?.count === 0n,
  }
}
