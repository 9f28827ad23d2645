import { loadGame, loadGameTexts } from '#server/site/load-game.ts'
import { MAIL_TEXTS } from '#texts/mail-texts.ts'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import { expectInvoice, order, type OrderInput } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { findViolations } from './find-violations.ts'
import { expectDelivered } from './purchase.ts'
import { expect, test } from './shop.ts'

const game = loadGame('game')
const texts = loadGameTexts('game', game)

for (const language of ['en', 'ar'] as const) {
  test(`what to do with a key, in ${language}: among the questions, on the confirmed payment, in the mail and on the order's page, also without a script`, async ({
    page,
    shop,
    mailServer,
    openPage,
  }) => {
    const input: OrderInput = { language, network: 'trc20', email: `redeem-${language}@demo.example` }
    const { checkout } = siteTextsOf(language)
    const { shop: store = '', link = '' } = game.editions.find(({ id }) => id === 'standard')?.redeem ?? {}
    const steps = texts[language].editions['standard']?.redeem?.steps ?? []
    expect(steps.length).toBeGreaterThan(1)

    await page.goto(`/?lang=${language}`)
    await page.getByText(checkout.redeem.title).click()
    const answer = page.locator('details', { hasText: checkout.redeem.title })
    await expect(answer.getByRole('listitem')).toHaveText([...steps])
    await expect(answer.getByRole('link', { name: store })).toHaveAttribute('href', link)

    const payment = await order(page, input)
    await pay(page, payment)
    await mineBlocks(page, 'trc20', 20)
    await expectInvoice(page, input, payment)
    const note = page.getByRole('dialog').locator('.redeem')
    await expect(note.getByRole('listitem')).toHaveText([...steps])
    await expect(note.getByRole('link', { name: store })).toHaveAttribute('href', link)
    expect(await findViolations(page, { include: 'dialog[open]' })).toEqual([])

    const { mail } = await expectDelivered({ shop, mailServer }, input, payment)
    const words = (mail.text ?? '').replace(/\s+/g, ' ')
    for (const line of [...steps, MAIL_TEXTS[language].keys.redeem(store), link])
      expect(words).toContain(line)

    await page.goto(`/order/${payment.id}?lang=${language}`)
    await expect(page.locator('#keys .redeem').getByRole('listitem')).toHaveCount(0)
    await page.getByRole('button', { name: siteTextsOf(language).order.show.one ?? '' }).click()
    await expect(page.locator('#keys .redeem').getByRole('listitem')).toHaveText([...steps])

    const storageState = await page.context().storageState()
    const plainPage = await openPage({ javaScriptEnabled: false, storageState })
    await plainPage.goto(`/order/${payment.id}?lang=${language}`)
    await expect(plainPage.locator('.redeem').getByRole('listitem')).toHaveText([...steps])
    await expect(plainPage.locator('.redeem').getByRole('link', { name: store })).toHaveAttribute(
      'href',
      link,
    )
  })
}
