import type { Page } from '@playwright/test'
import type { NetworkId } from '#shared/rails.ts'
import { arSite } from '#texts/ar/site.ts'
import { enSite } from '#texts/en/site.ts'
import type { ShownPayment } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { checkStep } from './check-step.ts'
import { expectStatus, quickOrder } from './quick-order.ts'
import { SHORT_WINDOW } from './shared-settings.ts'
import { expect, test } from './shop.ts'

test.use({ shopSettings: SHORT_WINDOW })

const TEXTS = { en: enSite, ar: arSite }

const LANGUAGES = ['en', 'ar'] as const
const order = (page: Page, network: NetworkId) =>
  quickOrder(page, { network, email: `${network}-states@demo.example` })
const open = (page: Page, { id }: ShownPayment, language: (typeof LANGUAGES)[number]) =>
  page.goto(`/order/${id}?lang=${language}`)

test(`in ${LANGUAGES.join(' and ')} the order page explains an order without payment, and a late payment`, async ({
  page,
}) => {
  const payment = await order(page, 'trc20')
  for (const language of LANGUAGES) {
    const { status, note } = TEXTS[language].checkout
    await open(page, payment, language)
    await expect(page.getByText(status.expired).first()).toBeVisible()
    await expect(page.getByText(note.startAgain)).toBeVisible()
    await checkStep(page, `order-expired-${language}`)
  }
  await pay(page, payment)
  await mineBlocks(page, 'trc20', 2)
  await expect(page.getByText(TEXTS.ar.checkout.note.late)).toBeVisible()
  for (const language of LANGUAGES) {
    await open(page, payment, language)
    await expect(page.getByText(TEXTS[language].checkout.note.late)).toBeVisible()
    await checkStep(page, `order-late-${language}`)
  }
  await mineBlocks(page, 'trc20', 20)
  await expect(page.getByText(TEXTS.ar.checkout.status.confirmed).first()).toBeVisible()
})

test(`in ${LANGUAGES.join(' and ')} the order page says that money on another network is safe and under review`, async ({
  page,
}) => {
  const payment = await order(page, 'erc20')
  await pay(page, payment, { network: 'bep20' })
  await mineBlocks(page, 'bep20', 4)
  await expectStatus(page, payment, 'review')
  for (const language of LANGUAGES) {
    const { status, note } = TEXTS[language].checkout
    await open(page, payment, language)
    const chosen = note.wrongNetwork.split('{network}')[1] ?? ''
    for (const text of [status.wrongNetwork, chosen, note.reviewNext])
      await expect(page.getByText(text).first()).toBeVisible()
    // no mail with keys was sent
    for (const text of new Set(Object.values(TEXTS[language].order.keysMailed)))
      await expect(page.getByText(text)).toHaveCount(0)
    await checkStep(page, `order-review-${language}`)
  }
})
