import type { Locator } from '@playwright/test'
import { hold } from './hold.ts'
import { expect, test } from './shop.ts'

test('a form that is closed while React takes it over stays closed, and opens again', async ({ page }) => {
  await page.addInitScript(() => {
    // as on a busy phone: React's next task comes late
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (message: unknown) {
      setTimeout(() => {
        post.call(this, message)
      }, 200)
    }
    // React listens to the element that it takes over
    const listen = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (
      this: EventTarget,
      ...args: Parameters<typeof listen>
    ) {
      listen.apply(this, args)
      if (document.body.dataset['closed'] !== undefined) return
      if (!(this instanceof HTMLElement) || this.dataset['checkout'] === undefined) return
      document.body.dataset['closed'] = ''
      queueMicrotask(() => this.querySelector('dialog')?.close())
    }
  })
  await page.goto('/?lang=en')
  const order = page.getByRole('button', { name: 'Order Now', exact: true }).last()
  await order.click()
  await page.locator('body[data-closed]').waitFor()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(order).toBeFocused()
  await order.click()
  await expect(page.getByRole('dialog').getByLabel('E-mail address')).toBeVisible()
  await page.getByRole('radio', { name: /^Bitcoin/ }).check({ force: true })
  await expect(page.getByRole('radio', { name: /^Bitcoin/ })).toBeChecked()
})

const MOMENTS = {
  'before React is loaded': { held: /\/assets\/react-/, isLive: false },
  'while its dialog is loading': { held: /\/assets\/checkout-dialog-/, isLive: true },
  'after React has taken it over': { held: null, isLive: true },
}

for (const [moment, { held, isLive }] of Object.entries(MOMENTS)) {
  // a browser under load handles the next key before it tells that a dialog was closed
  test(`a form that is ordered again right after closing, ${moment}, stays open`, async ({ page }) => {
    const release = held === null ? null : await hold(page, held)
    await page.goto('/?lang=en')
    const order = page.getByRole('button', { name: 'Order Now', exact: true }).last()
    if (isLive) {
      await page.mouse.move(5, 5)
      await page.locator('html[data-live]').waitFor()
    }
    await order.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('E-mail address')).toBeVisible()
    if (release === null) await expectTakenOver(dialog)
    await order.evaluate((button: HTMLElement) => {
      document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
      button.click()
    })
    await release?.()
    await expectTakenOver(dialog)
    await dialog.getByRole('radio', { name: /^Bitcoin/ }).check({ force: true })
    await expect(dialog.getByRole('radio', { name: /^Bitcoin/ })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(order).toBeFocused()
  })
}

/** React alone shows the picture. */
async function expectTakenOver(dialog: Locator): Promise<void> {
  await expect(dialog.getByRole('img', { name: 'Six characters to type below' })).toBeVisible()
}
