import { siteTextsOf } from '#texts/rendered-texts.ts'
import { createPayment, fillForm, openDialog, passCaptcha, type Wish } from './buyer.ts'
import { VIEWS } from './look.ts'
import { expect, test } from './shop.ts'

for (const { language, widthPx } of VIEWS) {
  test(`"Payment recorded successfully" covers nothing that can be pressed, in ${language} at ${String(widthPx)} px`, async ({
    page,
  }) => {
    const wish: Wish = {
      language,
      edition: 'standard',
      quantity: 1,
      network: 'bitcoin',
      email: 'a@b.example',
    }
    await page.setViewportSize({ width: widthPx, height: 700 })
    await openDialog(page, wish)
    await fillForm(page, wish)
    await passCaptcha(page, wish)
    const said = page.getByRole('dialog').getByText(siteTextsOf(language).checkout.form.recorded)
    const [covered] = await Promise.all([
      said.waitFor().then(() =>
        said.evaluate((element) => {
          const box = element.getBoundingClientRect()
          const pressable = document.querySelectorAll('dialog[open] :is(button, a, input, summary)')
          return [...pressable].filter((one) => {
            const other = one.getBoundingClientRect()
            const isBeside = other.right <= box.left || other.left >= box.right
            return !isBeside && other.bottom > box.top && other.top < box.bottom
          }).length
        }),
      ),
      createPayment(page, wish),
    ])
    expect(covered).toBe(0)
  })
}
