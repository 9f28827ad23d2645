import * as z from 'zod'
import { CurrencyField, EditionField, RailState } from './api.ts'
import { IsoTimestamp } from './api-fields.ts'
import { SettingsCheckReply } from './reports-api.ts'

// The back office's overview: what was sold, and what waits for a person.

/** What waits for a person; a new kind is a row here, a query on the server and its words in `admin-overview.ts`. */
const WAITING_KINDS = [
  /** Orders in `review`. */
  'review',
  /** Paid orders that two nodes, or the limit of a single node, hold back. */
  'held_back',
  /** Refunds that are asked for and not paid, or whose transaction does not match. */
  'refunds',
  /** Paid orders without keys. */
  'awaiting_keys',
  /** Money on addresses whose orders are missing since a restore; only for those who may read the settings. */
  'lost_payments',
  /** Open alerts that are not about an order. */
  'alerts',
] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

const Sold = z.object({ orders: z.int(), copies: z.int(), cents: z.int() })
export type Sold = z.infer<typeof Sold>

/** The currency of amounts; the shop's own by default. */
export const OverviewQuery = z.object({ currency: CurrencyField.optional() })
/** The overview. Days are of UTC; refunds are not taken off. */
export const OverviewReply = z.object({
  success: z.literal(true),
  readAt: IsoTimestamp,
  /** Of all amounts. */
  currency: CurrencyField,
  /** Those of the orders that were confirmed in these days; empty for a role that may not read statistics. */
  currencies: z.array(CurrencyField),
  /** Null for a role that may not read statistics. */
  sales: z
    .object({
      today: Sold,
      /** The whole day. */
      yesterday: Sold,
      /** Seven days, today included. */
      week: Sold,
      /** The seven days before those. */
      weekBefore: Sold,
    })
    .nullable(),
  /** Only what there is, the most urgent kind first. */
  waiting: z.array(
    z.object({
      kind: z.enum(WAITING_KINDS),
      count: z.int().positive(),
      /** When the oldest began to wait. */
      oldestAt: IsoTimestamp,
      /** The price of the orders; null where no price is known. */
      cents: z.int().nullable(),
    }),
  ),
  mails: z.object({
    unsent: z.int(),
    /** How long the oldest has waited that the mail server has not refused; 0 without one. */
    oldestS: z.int(),
  }),
  stock: z.array(
    z.object({
      edition: EditionField,
      /** Keys that are neither sold nor promised; below zero if more are promised than there are. */
      free: z.int(),
      soldInWeek: z.int(),
      /** At the pace of the last seven days, rounded down; null if nothing was sold. */
      daysLeft: z.int().nullable(),
      isSoldOut: z.boolean(),
      /** People who confirmed that they want to be told when the edition is back. */
      onWaitingList: z.int(),
    }),
  ),
  rails: z.array(RailState),
  /** Null for a role that may not read the settings. */
  backups: SettingsCheckReply.shape.backups.nullable(),
})
export type OverviewReply = z.infer<typeof OverviewReply>
