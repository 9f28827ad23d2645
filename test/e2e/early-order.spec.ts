import type { Page } from '@playwright/test'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import { createPayment, networkChoice, passCaptcha } from './buyer.ts'
import { findViolations } from './find-violations.ts'
import { hold } from './hold.ts'
import { expect, test } from './shop.ts'

const WISH = { edition: 'supporter', network: 'erc20', email: 'early@demo.example' } as const

/** Holds back React, so that everything until `release` happens before it. */
function holdReact(page: Page): Promise<() => Promise<void>> {
  return hold(page, /\/assets\/react-/)
}

function order(page: Page) {
  return page.locator(`button.order[value="${WISH.edition}"]`)
}

test('an order before React is loaded opens the form, and what is filled in stays', async ({ page }) => {
  const release = await holdReact(page)
  await page.goto('/?lang=en')
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await order(page).click()
  const dialog = page.getByRole('dialog', { name: 'Supporter Edition: $239.98' })
  await expect(dialog).toBeVisible()
  await expect(dialog).toContainText('2 copies × $119.99 each')
  await expect(dialog.locator('.pay-total')).toContainText('$239.98')
  await dialog.getByRole('radio', { name: /^Tether USD/ }).check()
  const address = dialog.getByLabel('Refund wallet address')
  await address.fill('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  const email = dialog.getByLabel('E-mail address')
  await email.pressSequentially('early@demo')
  const node = await email.elementHandle()
  await expect(dialog.getByRole('group', { name: 'Network' })).toBeHidden()
  expect(await findViolations(page, { include: 'dialog[open]' })).toEqual([])
  await release()
  // React alone shows a coin's networks and the picture
  await expect(networkChoice(page, WISH)).toBeChecked()
  await expect(email).toBeFocused()
  await page.keyboard.type('.example')
  await expect(email).toHaveValue('early@demo.example')
  await expect(address).toHaveValue('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  expect(await email.evaluate((field, before) => field === before, node)).toBe(true)
  await passCaptcha(page, WISH)
  await createPayment(page, WISH)
})

test('who touches nothing gets the files of the form once the page is loaded, and then React', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/?lang=en')
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  const ofForm = await page.evaluate(() => document.documentElement.dataset['order']?.split(' ') ?? [])
  expect(ofForm.map((file) => file.split('.').at(-1)).sort()).toEqual(['css', 'html', 'js', 'js'])
  const react = asked.findIndex((path) => path.startsWith('/assets/react-'))
  expect(react).toBeGreaterThan(0)
  for (const file of ofForm) expect(asked.slice(0, react)).toContain(file)
})

test('the form is drawn before React takes it over', async ({ page }) => {
  await page.goto('/?lang=en')
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  const dialog = page.getByRole('dialog')
  const refresh = dialog.getByRole('button', { name: 'New code' })
  // by the second order all that React needs is there
  await order(page).click()
  await expect(refresh).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const first = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const observer = new MutationObserver(() => {
          const button = document.querySelector<HTMLButtonElement>('dialog[open] .pay-captcha-actions button')
          if (button === null) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(button.disabled))
        })
        observer.observe(document.body, { childList: true, subtree: true })
      }),
  )
  await order(page).click()
  expect(await first).toBe(true)
  await expect(refresh).toBeEnabled()
})

test('a form that is closed before React is loaded stays closed, and opens again when it is ordered again', async ({
  page,
}) => {
  const release = await holdReact(page)
  await page.goto('/?lang=en')
  const dialog = page.getByRole('dialog')
  await order(page).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Supporter Edition: $119.99' })).toBeFocused()
  await expect(dialog.getByLabel('E-mail address')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(order(page)).toBeFocused()
  await order(page).click()
  await dialog.getByRole('button', { name: 'Close the payment dialog' }).click()
  await expect(dialog).toBeHidden()
  await release()
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await expect(dialog).toBeHidden()
  for (let time = 0; time < 2; time += 1) {
    await order(page).click()
    await expect(dialog.getByRole('img', { name: 'Six characters to type below' })).toBeVisible()
    await expect(dialog.getByLabel('E-mail address')).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(order(page)).toBeFocused()
  }
})

test('a form that cannot be loaded leads to the order page', async ({ page, pageErrors }) => {
  pageErrors.allowText(/order-form|Failed to load resource/)
  await holdReact(page)
  await page.route(/\/assets\/order-form-/, (route) => route.abort())
  await page.goto('/?lang=en')
  await order(page).click()
  await expect(page).toHaveURL('/order?lang=en&quantity=1&edition=supporter')
})

test('before React the form is complete in a language from right to left', async ({ page }) => {
  await holdReact(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/?lang=ar')
  await order(page).click()
  const { form } = siteTextsOf('ar').checkout
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(form.email)).toBeVisible()
  await expect(dialog.getByRole('button', { name: form.submit })).toBeDisabled()
  expect(await findViolations(page, { include: 'dialog[open]' })).toEqual([])
})
