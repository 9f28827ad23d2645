import { siteTextsOf } from '#texts/rendered-texts.ts'
import { createPayment, fillForm, openDialog, order, passCaptcha, type OrderInput } from './buyer.ts'
import { pay } from './demo-wallet.ts'
import { VIEWS } from './views.ts'
import { expect, test } from './shop.ts'

for (const { language, widthPx } of VIEWS) {
  test(`"Order created. Nothing is paid yet." covers no control, in ${language} at ${String(widthPx)} px`, async ({
    page,
  }) => {
    const input: OrderInput = { language, network: 'bitcoin', email: 'a@b.example' }
    await page.setViewportSize({ width: widthPx, height: 700 })
    await openDialog(page, input)
    await fillForm(page, input)
    await passCaptcha(page, input)
    const announcement = page.getByRole('dialog').getByText(siteTextsOf(language).checkout.form.created)
    const [covered] = await Promise.all([
      announcement.waitFor().then(() =>
        announcement.evaluate((element) => {
          const box = element.getBoundingClientRect()
          const pressable = document.querySelectorAll('dialog[open] :is(button, a, input, summary)')
          return [...pressable].filter((one) => {
            const other = one.getBoundingClientRect()
            const isBeside = other.right <= box.left || other.left >= box.right
            return !isBeside && other.bottom > box.top && other.top < box.bottom
          }).length
        }),
      ),
      createPayment(page, input),
    ])
    expect(covered).toBe(0)
  })
}

test('"Payment recorded successfully" is shown when money is first seen, and not before', async ({
  page,
}) => {
  const input: OrderInput = { network: 'erc20', email: 'seen@b.example' }
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const { documentElement: root } = document
      if (root.textContent.includes('Payment recorded successfully')) root.dataset['recorded'] = ''
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  const payment = await order(page, input)
  await expect(page.getByRole('dialog').getByText('Order created. Nothing is paid yet.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset['recorded'])).toBeUndefined()
  await pay(page, payment)
  const announcement = page.getByRole('dialog').getByRole('status').getByText('Payment recorded successfully')
  await expect(announcement).toBeVisible()
})
