import * as z from 'zod'
import { Pagination } from './admin-api.ts'
import { CurrencyField, EditionField } from './api.ts'
import { IsoTimestamp, lineField } from './api-fields.ts'
import { DISCOUNT_BATCH_MAX, DISCOUNT_CODE_FORM, DISCOUNT_PERCENT_MAX, normalizeCode } from './discounts.ts'

// Discount codes, for staff.

/** Longest name of a code, and longest search. */
export const DISCOUNT_NAME_MAX = 80
const COUNT_MAX = 1_000_000
const AMOUNT_CENTS_MAX = 1_000_000_00
export const DISCOUNT_PAGE = 50

/** What new codes say. Exactly one of `percent` and `amountCents` is set; nothing of it can be changed later. */
export const DiscountContent = z
  .strictObject({
    /** Whom or what the codes are for. */
    name: lineField(1, DISCOUNT_NAME_MAX),
    percent: z.int().min(1).max(DISCOUNT_PERCENT_MAX).nullable(),
    amountCents: z.int().min(1).max(AMOUNT_CENTS_MAX).nullable(),
    /** Of the amount, and of the sums that are shown of the codes; the shop's own if it is absent. */
    currency: CurrencyField.optional(),
    /** Null: of all editions. */
    edition: EditionField.nullable(),
    /** Of each code; null: as often as wanted. */
    uses: z.int().min(1).max(COUNT_MAX).nullable(),
    usesPerMailbox: z.int().min(1).max(COUNT_MAX).nullable(),
    from: IsoTimestamp.nullable(),
    until: IsoTimestamp.nullable(),
  })
  .refine(({ percent, amountCents }) => (percent === null) !== (amountCents === null), {
    message: 'give percent or amountCents, one of both',
  })
  .refine(({ from, until }) => from === null || until === null || Date.parse(from) < Date.parse(until), {
    message: 'from must be before until',
  })
export type DiscountContent = z.infer<typeof DiscountContent>

/** Creates one code that is named, or as many generated ones as `count` says. */
export const DiscountCreation = z.strictObject({
  content: DiscountContent,
  /** In any case, with spaces and hyphens; null: generated ones. */
  code: z
    .string()
    .max(64)
    .transform(normalizeCode)
    .refine((code) => DISCOUNT_CODE_FORM.test(code), { message: 'a code has 4 to 32 letters and digits' })
    .nullable(),
  count: z.int().min(1).max(DISCOUNT_BATCH_MAX),
})
export type DiscountCreation = z.infer<typeof DiscountCreation>

/** The codes, and their batch if they are several. */
export const DiscountCreationReply = z.object({
  success: z.literal(true),
  batchId: z.uuid().nullable(),
  codes: z.array(z.object({ id: z.uuid(), code: z.string() })),
})
export type DiscountCreationReply = z.infer<typeof DiscountCreationReply>

/** Whether a code lowers the price of an order now, and if not, why. */
const DISCOUNT_STATES = ['active', 'paused', 'planned', 'ended', 'usedUp'] as const

/** A code with what came of it. */
export const DiscountCode = z.object({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  batchId: z.uuid().nullable(),
  percent: z.int().nullable(),
  amountCents: z.int().nullable(),
  /** Of the amount, the revenue and the discount. */
  currency: CurrencyField,
  edition: EditionField.nullable(),
  uses: z.int().nullable(),
  usesPerMailbox: z.int().nullable(),
  from: IsoTimestamp.nullable(),
  until: IsoTimestamp.nullable(),
  pausedAt: IsoTimestamp.nullable(),
  state: z.enum(DISCOUNT_STATES),
  createdAt: IsoTimestamp,
  /** Orders that use it now: open or paid. More than `uses` if orders were paid late, after their use was given to others. */
  used: z.int(),
  /** Of these, orders that are confirmed. */
  sold: z.int(),
  /** All orders that were made with it. */
  made: z.int(),
  /** Copies of confirmed orders. */
  copies: z.int(),
  /** What confirmed orders in the currency cost after the discount, and what it took off them. */
  revenueCents: z.int(),
  discountCents: z.int(),
  /** What it took off confirmed orders, in each currency of them, the largest first. */
  taken: z.array(z.object({ currency: CurrencyField, cents: z.int() })),
})
export type DiscountCode = z.infer<typeof DiscountCode>

/** `q`: a code, or part of a name. */
export const DiscountsQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  q: lineField(0, DISCOUNT_NAME_MAX).default(''),
  batch: z.uuid().optional(),
})
export type DiscountsQuery = z.infer<typeof DiscountsQuery>

/** One page of codes, newest first. */
export const DiscountsReply = z.object({
  success: z.literal(true),
  codes: z.array(DiscountCode),
  pagination: Pagination,
})
export type DiscountsReply = z.infer<typeof DiscountsReply>

/** The codes of a file: those of a batch, or all. */
export const DiscountFileQuery = z.strictObject({ batch: z.uuid().optional() })

/** Pauses a code, or lets it be used again. Asked for twice, it is done once. */
export const DiscountPause = z.strictObject({ id: z.uuid(), isPaused: z.boolean() })
export type DiscountPause = z.infer<typeof DiscountPause>
