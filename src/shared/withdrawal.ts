import * as z from 'zod'
import { isStorable } from './api-fields.ts'
import { EMAIL_MAX, QUANTITY_MAX } from './constants.ts'

/** The fields of a statement of withdrawal, by their names in the form, in the form's order. */
export const WITHDRAWAL_FIELDS = ['name', 'paymentId', 'email', 'copies'] as const
export type WithdrawalField = (typeof WITHDRAWAL_FIELDS)[number]

/** The most characters of a name. */
export const WITHDRAWAL_NAME_MAX = 200

/** What a buyer states to withdraw from a contract. `copies`: empty for the whole order. */
export const WithdrawalEntries = z.object({
  name: z.string().trim().min(1).max(WITHDRAWAL_NAME_MAX).refine(isStorable),
  paymentId: z.string().trim().toLowerCase().pipe(z.uuid()),
  email: z.string().trim().max(EMAIL_MAX).pipe(z.email()),
  copies: z
    .string()
    .trim()
    .regex(/^\d{0,3}$/)
    .transform((text) => (text === '' ? null : Number(text)))
    .refine((count) => count === null || (count >= 1 && count <= QUANTITY_MAX)),
})
export type WithdrawalEntries = z.infer<typeof WithdrawalEntries>

/**
 * What a withdrawal led to. `closed`: the order was not paid; `refund`: a refund is requested; `later`: money is on its way
 * and goes back once it is settled; `already`: everything was withdrawn or refunded before; `staff`: a person decides.
 */
export type WithdrawalOutcome = 'closed' | 'refund' | 'later' | 'already' | 'staff'

/** A statement of withdrawal as it was received. */
export interface WithdrawalStatement {
  readonly name: string
  readonly paymentId: string
  readonly email: string
  /** Null: the whole order. */
  readonly copies: number | null
  readonly submittedAt: Date
  /** An IANA name such as `Europe/Berlin`. */
  readonly timeZone: string
}

/** Whether a text is a UUID. */
export function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success
}
