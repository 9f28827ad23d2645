import { keysOf } from '#server/keys/claim-keys.ts'
import { type PaymentRecord } from '#server/payments/payment-record.ts'
import { INVOICE_FILE_ID_CHARS } from '#shared/constants.ts'
import type { Language } from '#shared/languages.ts'
import type { OrderPageDeps } from './order-page-deps.ts'

export type KeysFileResult =
  { readonly kind: 'keys'; readonly fileName: string; readonly text: string } | { readonly kind: 'none' }

/** All of an order's keys, one a line, below what they are for. The caller has seen the order's second secret. */
export async function buildKeysFile(
  { db, gameTitle, editionName }: Pick<OrderPageDeps, 'db' | 'gameTitle' | 'editionName'>,
  order: PaymentRecord,
  language: Language,
): Promise<KeysFileResult> {
  const keys = await keysOf(db, order.id)
  if (keys.length === 0) return { kind: 'none' }
  const heading = [gameTitle, editionName(order.edition, language), order.id]
  return {
    kind: 'keys',
    fileName: `keys-${order.id.slice(0, INVOICE_FILE_ID_CHARS)}.txt`,
    text: `${[...heading, '', ...keys].join('\n')}\n`,
  }
}
