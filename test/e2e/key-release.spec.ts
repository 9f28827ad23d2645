import { arAdmin } from '#texts/ar/admin.ts'
import { arMail } from '#texts/ar/mail.ts'
import { arSite } from '#texts/ar/site.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { enMail } from '#texts/en/mail.ts'
import { enSite } from '#texts/en/site.ts'
import { fill, formatCount, plural } from '#texts/format.ts'
import { signInAs } from './admin-fixture.ts'
import { openDialog } from './buyer.ts'
import { checkStep } from './check-step.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { expectDelivered } from './purchase.ts'
import { expectStatus, quickOrder } from './quick-order.ts'
import { expect, test } from './shop.ts'

const TEXTS = {
  en: { admin: enAdmin, mail: enMail, site: enSite },
  ar: { admin: arAdmin, mail: arMail, site: arSite },
}

for (const language of ['en', 'ar'] as const) {
  const { admin, mail, site } = TEXTS[language]
  const words = admin.keys.hold

  test(`in ${language} keys are held: a paid order says so, and gets its keys by mail when they are released`, async ({
    page,
    shop,
    mailServer,
    openPage,
  }) => {
    const input = { language, quantity: 2, network: 'trc20', email: `held-${language}@demo.example` } as const
    const staff = await openPage()
    await signInAs(staff, shop, 'owner', language)
    await staff.goto('/admin#/keys')
    const card = staff.getByTestId('standard-hold')
    const press = async (action: string) => {
      await card.getByRole('button', { name: action }).click()
      await staff.getByRole('dialog').getByRole('button', { name: action }).click()
      await expect(staff.getByRole('dialog')).toBeHidden()
    }
    await press(words.holdAction)
    await expect(card.getByRole('button', { name: words.releaseAction })).toBeVisible()

    await openDialog(page, input)
    await expect(page.getByRole('dialog').getByText(site.checkout.form.keysOnRelease)).toBeVisible()
    await page.goto(`/order?edition=supporter&quantity=1&lang=${language}`)
    await expect(page.getByText(site.checkout.form.keysOnRelease)).toHaveCount(1)
    await checkStep(page, `plain-form-${language}`)

    const payment = await quickOrder(page, input)
    await pay(page, payment)
    await mineBlocks(page, 'trc20', 40)
    await expectStatus(page, payment, 'confirmed')
    await page.goto(`/order/${payment.id}?lang=${language}`)
    await expect(page.getByText(site.checkout.note.keysOnRelease)).toBeVisible()
    await expect(page.getByText(site.checkout.note.awaitingKeys)).toHaveCount(0)
    await checkStep(page, `order-keys-on-release-${language}`)
    const mailsTo = () => mailServer.mailsTo(input.email).map(({ subject }) => subject)
    await expect.poll(mailsTo).toContain(mail.keysOnRelease.subject('Ashen Dominion'))

    await staff.goto('/admin#/overview')
    await staff.goto('/admin#/keys')
    await expect(card).toContainText(plural(language, words.waiting, 1))
    await card.scrollIntoViewIfNeeded()
    await checkStep(staff, `keys-held-${language}`)
    await press(words.releaseAction)
    await expectDelivered({ shop, mailServer }, input, payment)
    const one = formatCount(language, 1)
    await expect(card).toContainText(fill(words.progress, { done: one, total: one }))
    await expect(card.getByRole('button', { name: words.holdAction })).toBeVisible()
    await checkStep(staff, `keys-released-${language}`)
    await expect(page.getByText(site.checkout.note.keysOnRelease)).toHaveCount(0)
  })
}
