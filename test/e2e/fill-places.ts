import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { KeyListReply } from '#shared/admin-api.ts'
import type { BulletinRequest } from '#shared/bulletins-api.ts'
import type { WebhookRequest } from '#shared/webhooks-api.ts'
import { makePerson } from '#test/account-fixture.ts'
import type { MailServer } from '#test/mail-server.ts'
import { newCode } from '#test/new-code.ts'
import type { ADMIN_PLACES } from './admin-places.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { expectStatus, quickOrder, quickPurchase, type QuickOrderInput } from './quick-order.ts'
import { sellTwo } from './sell-two.ts'
import { expect, type ServedShop } from './shop.ts'

/** As long as mailboxes of companies are. */
const mailbox = (name: string) => `${name}.with.a.rather.long.name@mail.of.a.company.example`

/** No code is longer. */
const CODE = 'LONGEST'.padEnd(32, '0')
const SUBJECT = 'An announcement whose subject is one whole sentence, and fills two lines of a phone'
const LABEL = 'A webhook of the accounting department'

/** What each place shows once {@link fillPlaces} has filled it. */
export const FILLED: Readonly<Record<(typeof ADMIN_PLACES)[number], string | RegExp>> = {
  '#/overview': /[1١]/,
  '#/keys/stats': /\d|[٠-٩]/,
  '#/keys/list': /[A-Z0-9•…-]{8}/,
  '#/keys/generate': '',
  '#/keys/import': '',
  '#/orders': mailbox('waits'),
  '#/elsewhere': mailbox('elsewhere'),
  '#/exceptions': mailbox('astray'),
  '#/refunds': mailbox('refunded'),
  '#/bulletins': SUBJECT,
  '#/statistics': /\d|[٠-٩]/,
  '#/people': mailbox('viewer'),
  '#/integrations': LABEL,
  '#/security': '',
  '#/audit': '@shop.example',
  '#/settings': '',
  '#/game': '',
  '#/discounts': CODE,
}

interface FullShop {
  readonly shop: ServedShop
  readonly mailServer: MailServer
  /** Signed in as an owner. */
  readonly owner: Page
  /** Of another browser. */
  readonly buyer: Page
}

/**
 * Fills every place of the back office of a shop that sells `test/example-game`: orders that wait, are paid, need a decision
 * and are owed a refund; keys, sales elsewhere, a code, an announcement, a webhook, a person, and someone on the waiting list.
 */
export async function fillPlaces({ shop, mailServer, owner, buyer }: FullShop): Promise<void> {
  const ask = async (path: string, data: object) => {
    const reply = await owner.request.post(path, { data, headers: { origin: shop.url } })
    expect([path, reply.status()]).toEqual([path, 200])
  }
  await retireKeys(owner, ask)
  await makePerson(shop.db, mailbox('viewer'), 'viewer')
  await newCode(shop.db, CODE, { name: 'A creator with a name that is long as well' })
  await quickOrder(buyer, wish('waits', { network: 'bitcoin' }))
  await quickPurchase(buyer, wish('paid', { quantity: 2 }))
  const { id } = await quickPurchase(buyer, wish('refunded', { network: 'bep20' }))
  await ask(`/functions/orders/${id}/refund-due`, {})
  const astray = await quickOrder(buyer, wish('astray', { network: 'erc20' }))
  await pay(buyer, astray, { network: 'bep20' })
  await mineBlocks(buyer, 'bep20', 40)
  await expectStatus(buyer, astray, 'review')
  await ask('/functions/bulletins', {
    ...{ action: 'save', id: randomUUID(), kind: 'delay', editions: ['supporter'] },
    texts: { en: { subject: SUBJECT, body: 'It takes longer.' } },
  } satisfies BulletinRequest)
  await ask('/functions/webhooks', {
    ...{ action: 'create', label: LABEL, format: 'keyhold', events: ['order.confirmed'], hasEmail: false },
    url: 'https://accounting.of.a.company.example/hooks/keyhold/orders',
  } satisfies WebhookRequest)
  await sellTwo(shop, owner.request, 'cs_test_a1B2c3D4e5F6g7H8i9J0', mailbox('elsewhere'))
  await joinWaitingList(shop, mailServer, buyer)
}

/** All free keys of the standard edition, which is then sold out. */
async function retireKeys(owner: Page, ask: (path: string, data: object) => Promise<void>): Promise<void> {
  const path = '/functions/manage-game-keys'
  for (;;) {
    const query = { action: 'list', edition: 'standard', status: 'available', limit: '200' }
    const reply = await owner.request.get(path, { params: query })
    const keyIds = KeyListReply.parse(await reply.json()).keys.map(({ id }) => id)
    if (keyIds.length === 0) return
    await ask(path, { action: 'retire', keyIds })
  }
}

function wish(name: string, more: Partial<QuickOrderInput>): QuickOrderInput {
  return { edition: 'supporter', priceCents: 34_50, email: mailbox(name), ...more }
}

async function joinWaitingList({ url }: ServedShop, mailServer: MailServer, buyer: Page): Promise<void> {
  const email = mailbox('hopes')
  const send = async (path: string, form: Readonly<Record<string, string>>) =>
    (await buyer.request.post(path, { form, headers: { origin: url }, maxRedirects: 0 })).status()
  // refused until the shop has seen that the edition is sold out
  await expect.poll(() => send('/waiting-list', { edition: 'standard', email, lang: 'en' })).toBe(303)
  await expect.poll(() => mailServer.mailsTo(email).length).toBeGreaterThan(0)
  const token =
    /waiting-list\/confirm\?\S*token=([\w-]+)/.exec(mailServer.mailsTo(email)[0]?.text ?? '')?.[1] ?? ''
  expect(await send('/waiting-list/confirm', { token, lang: 'en' })).toBe(200)
}
