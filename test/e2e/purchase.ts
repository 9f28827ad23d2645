import type { ParsedMail } from 'mailparser'
import { expect, type ServedShop } from './shop.ts'
import type { MailServer } from '#test/mail-server.ts'
import type { ShownPayment, OrderInput } from './buyer.ts'
import { readKeyRows } from '#test/insert-key.ts'

const KEY = /\bDEMO(?:-[A-Z0-9]{4}){3}\b/

/** Returns all keys that are marked as used. */
export async function usedKeys({ db }: ServedShop): Promise<readonly string[]> {
  return (await readKeyRows(db)).filter((row) => row.is_used).map((row) => row.game_key)
}

/**
 * Waits for the one mail with the keys of a confirmed order: as many as ordered, distinct, of the edition, and exactly
 * those that the database marks as used by the order.
 */
export async function expectDelivered(
  { shop, mailServer }: { readonly shop: ServedShop; readonly mailServer: MailServer },
  { edition = 'standard', quantity = 1, email }: OrderInput,
  payment: ShownPayment,
): Promise<{ readonly mail: ParsedMail; readonly keys: readonly string[]; readonly link: string }> {
  const keyMails = () => mailServer.mailsTo(email).filter(({ text }) => KEY.test(text ?? ''))
  await expect.poll(keyMails).toHaveLength(1)
  const [mail] = keyMails()
  const text = mail?.text ?? ''
  const keys = text.match(new RegExp(KEY, 'g')) ?? []
  expect(new Set(keys).size).toBe(quantity)
  const stored = (await readKeyRows(shop.db)).filter((row) => row.payment_id === payment.id)
  expect(stored.map((key) => key.game_key).sort()).toEqual([...keys].sort())
  expect(stored.every((key) => key.is_used && key.game_edition === edition)).toBe(true)
  expect(text).toContain(payment.id)
  const link = /https?:\/\/\S+\/order\/\S+#key=\S+/.exec(text)?.[0] ?? ''
  expect(link).toContain(`${shop.url}/order/${payment.id}#key=`)
  return { mail: mail!, keys, link }
}
