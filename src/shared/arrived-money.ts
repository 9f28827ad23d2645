import * as z from 'zod'
import { IsoTimestamp } from './api-fields.ts'
import { ASSETS } from './assets.ts'
import { CHAINS } from './chains.ts'

/** Money that came to an order's address and was not lost, by coin and chain. */
export const ArrivedMoney = z.object({ chain: z.enum(CHAINS), asset: z.enum(ASSETS), amount: z.string() })
export type ArrivedMoney = z.infer<typeof ArrivedMoney>

/** Money that came, and its value in US dollars; null without a rate of that time, or of a coin that the shop does not sell for. */
export const ValuedMoney = ArrivedMoney.extend({
  /** When the first of it was seen. */
  seenAt: IsoTimestamp,
  thenCents: z.int().nullable(),
  nowCents: z.int().nullable(),
})
export type ValuedMoney = z.infer<typeof ValuedMoney>
