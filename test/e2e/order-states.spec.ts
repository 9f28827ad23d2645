import type { Page } from '@playwright/test'
import type { NetworkId } from '#shared/rails.ts'
import { arSite } from '#texts/ar/site.ts'
import { enSite } from '#texts/en/site.ts'
import type { ShownPayment } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { checkStep } from './check-step.ts'
import { expectStatus, quickOrder } from './quick-order.ts'
import { expect, test } from './shop.ts'

// so that the window ends during the test
test.use({ shopSettings: { KEYHOLD_PAYMENT_WINDOW_S: '12' } })

const TEXTS = { en: enSite, ar: arSite }

for (const language of ['en', 'ar'] as const) {
  const { status, note } = TEXTS[language].checkout
  const order = (page: Page, network: NetworkId) =>
    quickOrder(page, { language, network, email: `${network}-${language}@demo.example` })
  const open = (page: Page, { id }: ShownPayment) => page.goto(`/order/${id}?lang=${language}`)

  test(`in ${language} the order page explains an order without payment, and a late payment`, async ({
    page,
  }) => {
    const payment = await order(page, 'trc20')
    await open(page, payment)
    await expect(page.getByText(status.expired).first()).toBeVisible()
    await expect(page.getByText(note.startAgain)).toBeVisible()
    await checkStep(page, `order-expired-${language}`)

    await pay(page, payment)
    await mineBlocks(page, 'trc20', 2)
    await expect(page.getByText(note.late)).toBeVisible()
    await checkStep(page, `order-late-${language}`)
    await mineBlocks(page, 'trc20', 20)
    await expect(page.getByText(status.confirmed).first()).toBeVisible()
  })

  test(`in ${language} the order page says that money on another network is safe and under review`, async ({
    page,
  }) => {
    const payment = await order(page, 'erc20')
    await pay(page, payment, { network: 'bep20' })
    await mineBlocks(page, 'bep20', 4)
    await expectStatus(page, payment, 'review')
    await open(page, payment)
    const chosen = note.wrongNetwork.split('{network}')[1] ?? ''
    for (const text of [status.wrongNetwork, chosen, note.reviewNext]) {
      await expect(page.getByText(text).first()).toBeVisible()
    }
    // no mail with keys was sent
    for (const text of new Set(Object.values(TEXTS[language].order.keysMailed)))
      await expect(page.getByText(text)).toHaveCount(0)
    await checkStep(page, `order-review-${language}`)
  })
}
