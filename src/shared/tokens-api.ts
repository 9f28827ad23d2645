import * as z from 'zod'
import { KeyStats } from './admin-api.ts'
import { EditionField } from './api.ts'
import { IsoTimestamp } from './api-fields.ts'

/**
 * What a token may do. Keys are never shown whole; e-mails only with `orders:emails`. `orders:create`: an order to be paid in a
 * coin; `orders:external`: a sale made elsewhere, whose keys are delivered at once.
 */
export const TOKEN_SCOPES = [
  'orders:read',
  'orders:emails',
  'orders:create',
  'orders:external',
  'stock:read',
  'statistics:read',
  'audit:read',
] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** The longest life of a token, in days. */
export const TOKEN_DAYS_MAX = 366

/** A change of the tokens. The reply to `create` has the token. */
export const TokenRequest = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('create'),
    label: z.string().trim().min(1).max(100),
    scopes: z.array(z.enum(TOKEN_SCOPES)).min(1),
    days: z.int().min(1).max(TOKEN_DAYS_MAX),
  }),
  z.object({ action: z.literal('revoke'), id: z.uuid() }),
])
export type TokenRequest = z.infer<typeof TokenRequest>

/** A token as the back office shows it. */
export const TokenRow = z.object({
  id: z.uuid(),
  label: z.string(),
  scopes: z.array(z.string()),
  createdBy: z.string(),
  createdAt: IsoTimestamp,
  expiresAt: IsoTimestamp,
  /** To the minute; null if it was never used. */
  lastUsedAt: IsoTimestamp.nullable(),
  state: z.enum(['valid', 'expired', 'revoked']),
})
export type TokenRow = z.infer<typeof TokenRow>
/** All tokens, the newest first. */
export const TokensReply = z.object({ success: z.literal(true), tokens: z.array(TokenRow) })
/** The result of a change; `token` is shown once. */
export const TokenActionReply = z.object({ success: z.literal(true), token: z.string().nullable() })

/** The keys of each edition, for a token with `stock:read`. */
export const StockReply = z.object({ success: z.literal(true), stock: z.record(EditionField, KeyStats) })
