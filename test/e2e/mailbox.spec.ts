import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { takeKeys } from '#server/keys/take-keys.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { isRightToLeft, type Language } from '#shared/languages.ts'
import { SAMPLE_MAILS } from '#test/sample-mails.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { findViolations } from './find-violations.ts'
import { quickOrder } from './quick-order.ts'
import { expect, test, type ServedShop } from './shop.ts'
import { VIEWS } from './views.ts'

const NAMES = Object.keys(SAMPLE_MAILS) as (keyof typeof SAMPLE_MAILS)[]
const WIDTHS = [390, 1280] as const
const CARD = { dark: 'rgb(11, 19, 48)', light: 'rgb(255, 255, 255)' }
/** One for each language: what is light is checked in English by test/e2e/webmail.spec.ts. */
const COLOR_SCHEMES = { en: 'dark', ar: 'light' } as const

for (const { language, widthPx } of VIEWS) {
  const colorScheme = COLOR_SCHEMES[language]
  test(`every mail in ${language} is readable on phone and desktop in ${colorScheme} colours, and passes axe, as does the mailbox`, async ({
    page,
    shop,
    mailServer,
  }) => {
    const recipient = `${language}@demo.example`
    const sold = {
      one: await sell(page, shop, 1),
      two: await sell(page, shop, 2),
      elsewhere: await sellElsewhere(shop),
    }
    await shop.db.deleteFrom('mails').execute()
    await queueAll(shop, language, recipient, sold)
    await expect.poll(() => mailServer.mailsTo(recipient)).toHaveLength(NAMES.length)

    await page.setViewportSize({ width: widthPx, height: 900 })
    await page.goto(`/demo/mail?lang=${language}`)
    // the shop may write to its staff meanwhile
    const mails = page.locator('details.mail').filter({ hasText: recipient })
    await expect(mails).toHaveCount(NAMES.length)
    // the frames are sandboxed, so axe cannot run in them: the mails themselves are checked below
    expect(await findViolations(page)).toEqual([])
    const frames = await mails.locator('iframe').all()
    const sources = new Set(await Promise.all(frames.map((frame) => frame.getAttribute('src'))))

    expect(sources.size).toBe(NAMES.length)
    await page.emulateMedia({ colorScheme })
    const [first = ''] = sources
    // what a mail may load is the same for all
    await page.goto(first ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.card').first()).toHaveCSS('background-color', CARD[colorScheme])
    // axe stays in a document whose content is replaced
    await page.goto('about:blank')
    for (const source of sources) {
      await page.setContent(await (await page.request.get(source ?? '')).text())
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const root = page.locator('html')
      const { lang, dir } = await root.evaluate(({ lang, dir }: HTMLElement) => ({ lang, dir }))
      expect({ lang, dir }).toEqual({ lang: language, dir: isRightToLeft(language) ? 'rtl' : 'ltr' })
      expect(await findViolations(page)).toEqual([])
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        expect(await root.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      }
    }
  })
}

/** Queues every sample mail; those with keys are of orders that have some, since a mail reads its keys when it is sent. */
async function queueAll(
  { db }: ServedShop,
  language: Language,
  recipient: string,
  sold: { readonly one: string; readonly two: string; readonly elsewhere: string },
): Promise<void> {
  for (const name of NAMES) {
    const content = SAMPLE_MAILS[name]
    const addressed = { dedupeKey: `sample:${recipient}:${name}`, language, recipient }
    if (content.template === 'keys') {
      const { keys, ...order } = content.facts
      const paymentId = keys.length === 1 ? sold.one : sold.two
      await queueMail(db, { ...addressed, template: 'keys', facts: { ...order, paymentId } })
    } else if (content.template === 'keys-elsewhere') {
      const { keys: _keys, ...facts } = content.facts
      const sale = { ...facts, externalOrderId: sold.elsewhere }
      await queueMail(db, { ...addressed, template: 'keys-elsewhere', facts: sale })
    } else await queueMail(db, { ...addressed, ...content })
  }
}

/** Delivers a sale that was made elsewhere. @returns its id. */
async function sellElsewhere({ db }: ServedShop): Promise<string> {
  const [now, edition] = [new Date(), { id: 'standard', stock: 'backorder' } as const]
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('external_orders')
      .values({
        created_at: now,
        idempotency_key: randomUUID(),
        request_hash: '',
        reference: randomUUID(),
        user_email: 'sold@demo.example',
        language: 'en',
        edition: edition.id,
        quantity: 2,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await takeKeys(tx, { externalOrderId: id, edition, quantity: 2 }, now)).toBe(true)
    return id
  })
}

/** Sells copies; returns the id of the order, whose keys are mailed by then. */
async function sell(page: Page, { db }: ServedShop, quantity: number): Promise<string> {
  const payment = await quickOrder(page, { email: 'sold@demo.example', quantity })
  await pay(page, payment)
  await mineBlocks(page, 'trc20', 25)
  const hasMail = async () =>
    (
      await db
        .selectFrom('mails')
        .select('sent_at')
        .where('dedupe_key', '=', `keys:${payment.id}`)
        .where('sent_at', 'is not', null)
        .execute()
    ).length > 0
  await expect.poll(hasMail).toBe(true)
  return payment.id
}
