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
