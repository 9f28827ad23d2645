import { readableKeysOf } from '#server/keys/claim-keys.ts'
import { type PaymentRecord } from '#server/payments/payment-record.ts'
import { INVOICE_FILE_ID_CHARS } from '#shared/constants.ts'
import type { Language } from '#shared/languages.ts'
import type { OrderPageDeps } from './order-page-deps.ts'

/** The outcome of {@link buildKeysFile}. */
export type KeysFileResult =
  { readonly kind: 'keys'; readonly fileName: string; readonly text: string } | { readonly kind: 'none' }

/**
 * Builds a text file with an order's keys, one per line, below a heading. The caller must have checked the second
 * secret.
 */
export async function buildKeysFile(
  {
    db,
    keyCipher,
    recordHandOut,
    gameTitle,
    editionName,
  }: Pick<OrderPageDeps, 'db' | 'keyCipher' | 'recordHandOut' | 'gameTitle' | 'editionName'>,
  order: PaymentRecord,
  language: Language,
): Promise<KeysFileResult> {
  const keys = await readableKeysOf(db, keyCipher, order.id)
  if (keys.length === 0) return { kind: 'none' }
  await recordHandOut(keys)
  const heading = [gameTitle, editionName(order.edition, language), order.id]
  return {
    kind: 'keys',
    fileName: `keys-${order.id.slice(0, INVOICE_FILE_ID_CHARS)}.txt`,
    text: `${[...heading, '', ...keys].join('\n')}\n`,
  }
}
