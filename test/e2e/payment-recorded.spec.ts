import { siteTextsOf } from '#texts/rendered-texts.ts'
import { createPayment, fillForm, openDialog, passCaptcha, type OrderInput } from './buyer.ts'
import { VIEWS } from './views.ts'
import { expect, test } from './shop.ts'

for (const { language, widthPx } of VIEWS) {
  test(`"Payment recorded successfully" covers no control, in ${language} at ${String(widthPx)} px`, async ({
    page,
  }) => {
    const input: OrderInput = {
      language,
      edition: 'standard',
      quantity: 1,
      network: 'bitcoin',
      email: 'a@b.example',
    }
    await page.setViewportSize({ width: widthPx, height: 700 })
    await openDialog(page, input)
    await fillForm(page, input)
    await passCaptcha(page, input)
    const announcement = page.getByRole('dialog').getByText(siteTextsOf(language).checkout.form.recorded)
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
