import * as z from 'zod'
import { EditionField } from './api.ts'
import { IsoTimestamp } from './api-fields.ts'

// Keys that are held until the release of their edition.

/** Whether the keys of an edition are held, and which paid orders wait for it. */
export const KeyHold = z.object({
  edition: EditionField,
  /** Null: keys leave as soon as an order is confirmed. */
  heldSince: IsoTimestamp.nullable(),
  /** Paid orders that wait for the release, or for their turn since. */
  orders: z.int(),
  copies: z.int(),
  /** The release under way or done; null before, and once the keys are held again. */
  released: z
    .object({
      at: IsoTimestamp,
      /** How many orders waited then. */
      orders: z.int(),
    })
    .nullable(),
})
export type KeyHold = z.infer<typeof KeyHold>

/** Of every edition on sale, and of those no longer on sale that keys are held of. */
export const KeyHoldsReply = z.object({ success: z.literal(true), holds: z.array(KeyHold) })
export type KeyHoldsReply = z.infer<typeof KeyHoldsReply>

/** Holds the keys of an edition, or hands them out to all orders that wait. Asked for twice, it is done once. */
export const KeyHoldRequest = z.strictObject({ edition: EditionField, isHeld: z.boolean() })
export type KeyHoldRequest = z.infer<typeof KeyHoldRequest>
