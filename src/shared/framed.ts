import type { Currency } from './currency.ts'
import * as z from 'zod'
import { QUANTITY_MAX, QUANTITY_MIN } from './constants.ts'
import type { OutputNetworks } from './address-form.ts'
import { isEditionId, type EditionId } from './editions.ts'
import type { Language } from './languages.ts'
import type { Cents } from './money.ts'

/** Sent by the checkout in a frame, where browsers keep no cookie: what a cookie would carry is in headers instead. */
export const FRAMED_HEADER = 'keyhold-framed'
/** The pass of a solved captcha, in the reply to the check and in the order's request. */
export const CAPTCHA_PASS_HEADER = 'keyhold-captcha-pass'
/** The second secret of an order, in the reply to its creation and in requests for it. */
export const ORDER_SECRET_HEADER = 'keyhold-order-secret'

/** The query of `/embed`. `origin` is that of the page around the frame; the first edition is meant where none is named. */
export const EmbedQuery = z.object({
  origin: z.string().max(300),
  edition: z.string().refine(isEditionId).optional(),
  quantity: z.coerce.number().int().min(QUANTITY_MIN).max(QUANTITY_MAX).default(1),
  lang: z.string().max(10).optional(),
  /** Of the price; the shop's own where it offers no such currency. */
  currency: z.string().max(10).optional(),
})

/** What the frame tells the page around it, by `postMessage`: nothing of the buyer, and no secret. */
export type FrameMessage =
  | { readonly type: 'keyhold:ready' | 'keyhold:confirmed' | 'keyhold:close' }
  /** What the frame needs to show all, in CSS pixels. */
  | { readonly type: 'keyhold:height'; readonly height: number }
  | { readonly type: 'keyhold:ordered'; readonly orderId: string }

/** What the server writes into `/embed`. */
export interface EmbedProps {
  readonly language: Language
  /** Of the page around the frame; nothing is told to another. */
  readonly origin: string
  readonly edition: { readonly id: EditionId; readonly name: string; readonly priceCents: Cents }
  readonly quantity: number
  readonly supportEmail: string
  readonly outputNetworks: OutputNetworks
  /** Of the price. */
  readonly currency: Currency
  /** What the buyer may choose from; absent where there is one. */
  readonly currencies?: readonly Currency[]
}
