import type { Locator, Page } from '@playwright/test'
import { checkWords } from '#shared/check-words.ts'
import { fact, order, textsFor, type OrderInput } from './buyer.ts'
import { findViolations } from './find-violations.ts'
import { expect, test } from './shop.ts'

const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const

test.use({ contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] } })

for (const language of ['en', 'ar'] as const) {
  test(`the payment panel in ${language}: amount, address and verify at every width, the QR code after them`, async ({
    page,
  }) => {
    const input: OrderInput = {
      language,
      edition: 'standard',
      quantity: 1,
      network: 'trc20',
      email: `panel-${language}@phone.example`,
    }
    const words = textsFor(input)
    await page.setViewportSize({ width: 390, height: 844 })
    const payment = await order(page, input)
    const dialog = page.getByRole('dialog')
    const verify = dialog.getByRole('button', { name: words.verify })
    const copyAddress = dialog.getByRole('button', { name: words.copyAddress })
    const qr = dialog.getByRole('img', { name: words.qr })
    await expect(qr).toBeVisible()
    for (const part of [
      dialog.getByRole('timer'),
      fact(dialog, words.amount),
      dialog.getByRole('button', { name: words.copyAmount }),
      fact(dialog, words.paymentAddress).locator('bdi').first(),
      copyAddress,
      verify,
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 })
      expect(await isCovered(part)).toBe(false)
    }
    expect(await bottomOf(copyAddress)).toBeLessThan((await qr.boundingBox())?.y ?? 0)
    await expect(fact(dialog, words.paymentAddress)).toContainText(checkWords(payment.address))

    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const end of [100_000, 0]) {
        await dialog.evaluate((element, top) => {
          element.scrollTo({ top, behavior: 'instant' })
        }, end)
        await expect(verify).toBeInViewport({ ratio: 1 })
      }
      await page.screenshot({ path: test.info().outputPath(`panel-${String(size.width)}.png`) })
      expect(await findViolations(page, { include: '.checkout' })).toEqual([])
    }
  })
}

test('an address is selected and copied without the gaps it is shown with', async ({ page }) => {
  const input: OrderInput = {
    edition: 'standard',
    quantity: 1,
    network: 'bitcoin',
    email: 'gaps@phone.example',
  }
  const payment = await order(page, input)
  const dialog = page.getByRole('dialog')
  const shown = fact(dialog, 'Wallet address').locator('bdi').first()
  const gaps = await shown.locator('span').evaluateAll((groups) =>
    groups.slice(1).map((group, index) => {
      const before = groups[index]?.getBoundingClientRect()
      const { left, top } = group.getBoundingClientRect()
      return top === before?.top ? left - before.right : null
    }),
  )
  expect(Math.min(...gaps.filter((gap) => gap !== null))).toBeGreaterThan(3)
  await shown.evaluate((element) => getSelection()?.selectAllChildren(element))
  await page.keyboard.press('Control+C')
  expect(await readClipboard(page)).toBe(payment.address)
  await dialog.getByRole('button', { name: 'Copy Address' }).click()
  await expect.poll(() => readClipboard(page)).toBe(payment.address)
})

function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

async function bottomOf(control: Locator): Promise<number> {
  const box = await control.boundingBox()
  return (box?.y ?? Number.NaN) + (box?.height ?? 0)
}

/** Whether something else is painted over the middle of an element. */
function isCovered(control: Locator): Promise<boolean> {
  return control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit === null || !(element.contains(hit) || hit.contains(element))
  })
}
