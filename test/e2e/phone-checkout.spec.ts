import type { Locator, Page } from '@playwright/test'
import { checkWords } from '#shared/check-words.ts'
import { fact, fillForm, openDialog, order, textsFor, type OrderInput } from './buyer.ts'
import { findViolations } from './find-violations.ts'
import { openWithoutScripts } from './plain-pages.ts'
import { expect, test } from './shop.ts'

const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const
/** A purchase is checked by axe at 390 and 1280 px in test/e2e/every-step.spec.ts. */
const AXE_AT = { en: SIZES[2], ar: SIZES[0] }

test.use({ contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] } })

for (const language of ['en', 'ar'] as const) {
  const axeAt = AXE_AT[language]

  test(`the order form in ${language}: two screens of a phone, with prices, total and submit in view`, async ({
    page,
  }) => {
    const input: OrderInput = { language, network: 'erc20', email: `form-${language}@phone.example` }
    const words = textsFor(input)
    await page.setViewportSize({ width: 390, height: 844 })
    await openDialog(page, input)
    await fillForm(page, input)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('img', { name: words.captchaPicture })).toBeVisible()
    expect(await dialog.evaluate((element) => element.scrollHeight)).toBeLessThanOrEqual(2 * 844)
    // fixed rates: 60,000 dollars, 3,000 dollars and one dollar
    for (const price of ['0.0010665 BTC', '0.02133 ETH', '63.99 USDT'])
      await expect(dialog.locator('.pay-choice-coin').filter({ hasText: price })).toHaveCount(1)
    const others = dialog.locator('.pay-others > *')
    expect(await others.count()).toBe(4)
    const coinsEnd = await bottomOf(dialog.locator('.pay-choices-coins'))
    expect((await others.first().boundingBox())?.y).toBeGreaterThan(coinsEnd)

    const submit = dialog.getByRole('button', { name: words.submit })
    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const end of [100_000, 0]) {
        await dialog.evaluate((element, top) => {
          element.scrollTo({ top, behavior: 'instant' })
        }, end)
        for (const part of [submit, dialog.locator('.pay-total'), dialog.locator('.pay-submit-reason')])
          await expect(part).toBeInViewport({ ratio: 1 })
      }
      if (size === axeAt) expect(await findViolations(page, { include: '.checkout' })).toEqual([])
    }
  })

  test(`the payment panel in ${language}: amount, address and verify at every width, the QR code after them`, async ({
    page,
  }) => {
    const input: OrderInput = { language, network: 'trc20', email: `panel-${language}@phone.example` }
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
      if (size === axeAt) expect(await findViolations(page, { include: '.checkout' })).toEqual([])
    }
  })
}

test('in forced colours the page does not show through the dialog', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openDialog(page, {
    edition: 'standard',
    quantity: 1,
    network: 'erc20',
    email: 'forced@phone.example',
  })
  await expect(page.getByRole('dialog')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

test('an address is selected and copied without the gaps it is shown with', async ({ page }) => {
  const input: OrderInput = { network: 'bitcoin', email: 'gaps@phone.example' }
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

for (const language of ['ar', 'he', 'de', 'ru'] as const)
  test(`at 320 px names of networks and the mark of a simulation stay in one piece in ${language}`, async ({
    browser,
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: 320, height: 900 })
    await page.goto(`/?lang=${language}`)
    await page.locator('button[name=edition]').first().click()
    await page.getByRole('dialog').locator('input[name=coin][value=usdt]').check()
    await expect(page.locator('.pay-choices-networks .pay-network')).toHaveCount(3)
    await expectOnePiece(page)
    const context = await openWithoutScripts(browser, shop.url, 320)
    const plain = await context.newPage()
    await plain.goto(`/order?lang=${language}`)
    await expectOnePiece(plain)
    await context.close()
  })

/** Expects that each is on one line, and that nothing is wider than the page. */
async function expectOnePiece(page: Page): Promise<void> {
  const marks = await page.locator('.pay-network, .pay-choice-note > .pay-badge').all()
  expect(marks.length).toBeGreaterThanOrEqual(5)
  for (const mark of marks) {
    const box = await mark.boundingBox()
    expect(box?.height, await mark.innerText()).toBeLessThan(36)
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
  }
}
