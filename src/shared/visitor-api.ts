import * as z from 'zod'
import { EditionField } from './api.ts'
import { IsoTimestamp, lineField, paragraphField } from './api-fields.ts'
import {
  EMAIL_MAX,
  QUANTITY_MAX,
  QUANTITY_MIN,
  SUPPORT_MESSAGE_MAX,
  SUPPORT_MESSAGE_MIN,
  SUPPORT_NAME_MAX,
  SUPPORT_NAME_MIN,
} from './constants.ts'

// The calls of a visitor without an order: captcha, purchase counts, stock, support.

/** A new captcha. `image` is a PNG as a data URL; `expiresAt` is the last moment to answer. */
export const CaptchaNewReply = z.object({ id: z.uuid(), image: z.string(), expiresAt: IsoTimestamp })
/** The answer to a captcha. */
export const CaptchaCheckRequest = z.strictObject({
  id: z.uuid(),
  // a code of any length is accepted as an answer, and checked later
  code: lineField(1, 100),
})

/**
 * Proof of work, for people who cannot read the picture: altcha's challenge as its `solveChallenge` takes it, PBKDF2/SHA-256.
 * The derived key of the right counter begins with `keyPrefix`; any counter below `mostTries` is equally likely.
 */
export const ProofNewReply = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** `expiresAt`: in ms since 1970. `mostTries`: the counter is below it. */
    data: z.object({ expiresAt: z.int(), mostTries: z.int() }),
  }),
  signature: z.string(),
})
export type ProofNewReply = z.infer<typeof ProofNewReply>
/** `payload` is base64 of the JSON `{ challenge: <the reply, unchanged>, solution: { counter, derivedKey } }`. */
export const ProofCheckRequest = z.strictObject({ payload: lineField(1, 4000) })

/** An edition's purchase count as the landing page shows it, in copies; in the demo it moves by itself. */
export const PurchaseCounter = z.object({ id: EditionField, count: z.int(), last_updated: IsoTimestamp })
export type PurchaseCounter = z.infer<typeof PurchaseCounter>
/** The purchase counts of all editions. */
export const CountersReply = z.array(PurchaseCounter)
/** The quantity a visitor intends to buy; the server counts. */
export const CounterIntentRequest = z.strictObject({ quantity: z.int().min(QUANTITY_MIN).max(QUANTITY_MAX) })
/** The edition in the path of a purchase count. */
export const CounterIntentParams = z.object({ edition: EditionField })

/**
 * `sold_out`: the edition sells only what it has (`reserve`), and no key of it is free. `keys_on_release`: orders are taken,
 * and their keys are sent once staff release them.
 */
export const EditionStock = z.object({
  id: EditionField,
  stock: z.enum(['backorder', 'reserve']),
  sold_out: z.boolean(),
  keys_on_release: z.boolean(),
})
export type EditionStock = z.infer<typeof EditionStock>
/** The stock of every edition on sale. */
export const EditionsReply = z.array(EditionStock)

/** A visitor's message to support. */
export const SupportRequest = z.strictObject({
  // the name becomes part of a subject: no line ends of any kind, no control characters, no encoded words (RFC 2047)
  name: lineField(SUPPORT_NAME_MIN, SUPPORT_NAME_MAX, 'Name must be at least 2 characters').refine(
    (name) => !/[\p{Cc}\p{Zl}\p{Zp}]|=\?/u.test(name),
  ),
  email: z.email('Invalid email address').max(EMAIL_MAX, 'Invalid email address'),
  message: paragraphField(SUPPORT_MESSAGE_MIN, SUPPORT_MESSAGE_MAX, 'Message must be at least 10 characters'),
})
export type SupportRequest = z.infer<typeof SupportRequest>
