import * as z from 'zod'
import { Pagination } from './admin-api.ts'
import { EditionField } from './api.ts'
import { IsoTimestamp } from './api-fields.ts'
import { ASSETS } from './assets.ts'
import { CHAINS } from './chains.ts'
import { KEY_PAGE_SIZE } from './constants.ts'

// What the back office shows and decides after a database was restored.

/** Why a recovery began: a restored backup, a database that lacks orders, or another database than the data folder knows. */
const RECOVERY_CAUSES = ['restored', 'older', 'other_database'] as const

/** A recovery: the shop takes no orders until both of its parts are done. */
const RecoveryRow = z.object({
  id: z.uuid(),
  cause: z.enum(RECOVERY_CAUSES),
  startedAt: IsoTimestamp,
  /** What happened after this time may be missing. */
  lostSince: IsoTimestamp,
  addressesDoneAt: IsoTimestamp.nullable(),
  keysDoneAt: IsoTimestamp.nullable(),
  finishedAt: IsoTimestamp.nullable(),
})
export type RecoveryRow = z.infer<typeof RecoveryRow>

/** Money on an address that a recovery skipped: its order is missing in the database. */
const LostPaymentRow = z.object({
  chain: z.enum(CHAINS),
  asset: z.enum(ASSETS),
  /** A decimal string. */
  amount: z.string(),
  address: z.string(),
  /** Index of the address in its wallet. */
  index: z.int(),
  txHash: z.string(),
  foundAt: IsoTimestamp,
})
export type LostPaymentRow = z.infer<typeof LostPaymentRow>

/** All recoveries, newest first; payments for missing orders; how many keys are set aside. */
export const RecoveriesReply = z.object({
  success: z.literal(true),
  recoveries: z.array(RecoveryRow),
  /** Newest first, at most 200; `lostPaymentCount` counts all. */
  lostPayments: z.array(LostPaymentRow),
  lostPaymentCount: z.int(),
  quarantined: z.array(z.object({ edition: EditionField, count: z.int() })),
})
export type RecoveriesReply = z.infer<typeof RecoveriesReply>

/** One page of the keys that are set aside. */
export const QuarantinedKeysQuery = z.object({ page: z.coerce.number().int().min(1).max(20_000).default(1) })

/** A key that the lost database may have sent. */
const QuarantinedKeyRow = z.object({
  id: z.uuid(),
  /** Masked without the permission `keys.plain`. */
  game_key: z.string(),
  game_edition: EditionField,
  quarantined_at: IsoTimestamp,
})
export type QuarantinedKeyRow = z.infer<typeof QuarantinedKeyRow>
/** The keys of one page, oldest first. */
export const QuarantinedKeysReply = z.object({
  success: z.literal(true),
  keys: z.array(QuarantinedKeyRow),
  pagination: Pagination,
})
export type QuarantinedKeysReply = z.infer<typeof QuarantinedKeysReply>

/** What staff decide about keys that are set aside. `rest_to_stock`: about all that are left. */
export const QuarantineDecision = z.discriminatedUnion('decision', [
  z.strictObject({
    decision: z.enum(['to_stock', 'sent']),
    keyIds: z.array(z.uuid()).min(1).max(KEY_PAGE_SIZE),
  }),
  z.strictObject({ decision: z.literal('rest_to_stock') }),
])
export type QuarantineDecision = z.infer<typeof QuarantineDecision>
/** `isFinished`: the shop takes orders again. */
export const QuarantineDecisionReply = z.object({
  success: z.literal(true),
  changed: z.int(),
  isFinished: z.boolean(),
})
export type QuarantineDecisionReply = z.infer<typeof QuarantineDecisionReply>
