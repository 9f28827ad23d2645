import type { Row } from '#server/mail/mail-layout.ts'
import { checkWords } from '#shared/check-words.ts'
import type { MailTexts } from '#texts/en/mail.ts'

/** An address, and the two words by which it is compared with the page of the order. */
export function addressRows(label: string, address: string, { send }: MailTexts): readonly Row[] {
  return [
    { label, value: address, isExact: true, isAddress: true },
    { label: send.checkWords, value: checkWords(address), isExact: true },
  ]
}
