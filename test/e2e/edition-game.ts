import { USD, type Currency } from '#shared/currency.ts'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { enAdmin } from '#texts/en/admin.ts'
import { signInAs } from './admin-fixture.ts'
import { expectInvoice, fact, order, type OrderInput } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { expectDelivered } from './purchase.ts'
import { expect, type ServedShop } from './shop.ts'
import { expectAccessible, openIn, VIEWS } from './views.ts'

/** An edition of a game made for a test. */
export interface TestEdition {
  readonly id: string
  readonly name: string
  readonly priceCents: number
  /** In other currencies. */
  readonly prices?: Readonly<Record<Currency, number>>
  readonly isBestValue?: boolean
}

interface GameFile {
  currency?: Currency
  editions: object
  afterLaunch?: { editions: object }
}

/** Copies `test/example-game` with other editions, priced in a currency. Returns the folder, which is removed when the process ends. */
export function gameWith(editions: readonly TestEdition[], currency: Currency = USD): string {
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-game-'))
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true })
  })
  cpSync('test/example-game', folder, { recursive: true })
  const recordOf = (factsOf: (edition: TestEdition) => object) =>
    Object.fromEntries(editions.map((edition) => [edition.id, factsOf(edition)]))
  change(join(folder, 'game.json'), (game: GameFile) => {
    game.currency = currency
    game.editions = recordOf(({ priceCents, prices, isBestValue = false }) => ({
      priceCents,
      ...(prices === undefined ? {} : { prices }),
      stock: 'backorder',
      isBestValue,
    }))
  })
  for (const language of ['en', 'de']) {
    change(join(folder, 'texts', `${language}.json`), (texts: GameFile) => {
      texts.editions = recordOf(({ name }) => ({
        name,
        pitch: `What a ${name} gets.`,
        features: ['The full game on release day', 'The soundtrack'],
      }))
      if (texts.afterLaunch !== undefined) texts.afterLaunch.editions = texts.editions
    })
  }
  const legal = join(folder, 'legal', 'en.json')
  const prices = editions.map(({ id }) => `{${id}Edition}: {${id}Price}`).join('; ')
  const text = readFileSync(legal, 'utf8').replace('{standardPrice} or {supporterPrice}', prices)
  writeFileSync(legal, text)
  return folder
}

/** @param edit knows the shape of the file's content. */
function change(file: string, edit: (content: never) => void): void {
  const content = JSON.parse(readFileSync(file, 'utf8')) as never
  edit(content)
  writeFileSync(file, JSON.stringify(content))
}

/** The landing page has a card for each edition, which fits, in both directions of writing, on phone and desktop. */
export async function expectCards(page: Page, editions: readonly TestEdition[]): Promise<void> {
  for (const view of VIEWS) {
    await openIn(page, view)
    const cards = page.locator('article.edition')
    await expect(cards.getByRole('heading')).toHaveText(editions.map(({ name }) => name))
    await expect(page.locator('article.edition[data-best]')).toHaveCount(
      editions.filter(({ isBestValue }) => isBestValue).length,
    )
    for (let copies = 1; copies < 10; copies += 1) await page.locator('.quantity button').last().click()
    const widths = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('.edition, .edition-price')].map(
        (element) => element.scrollWidth - element.clientWidth,
      ),
    )
    expect(Math.max(...widths), `${view.language} at ${String(view.widthPx)} px`).toBeLessThanOrEqual(0)
    await page.locator('.editions').scrollIntoViewIfNeeded()
    await expectAccessible(page, '.editions')
  }
}

/** Buys one copy of an edition in the dialog, and expects its keys by mail. */
export async function buy(
  page: Page,
  parts: Parameters<typeof expectDelivered>[0],
  edition: TestEdition,
): Promise<void> {
  const input: OrderInput = {
    edition: edition.id,
    editionName: edition.name,
    quantity: 1,
    network: 'trc20',
    email: `${edition.id}@demo.example`,
  }
  const payment = await order(page, input)
  expect(Number(payment.amount)).toBe(edition.priceCents / 100)
  await pay(page, payment)
  await mineBlocks(page, input.network, 20)
  const dialog = await expectInvoice(page, input, payment)
  await expect(fact(dialog, 'Edition')).toHaveText(`${edition.name} × 1`)
  await expectDelivered(parts, input, payment)
}

/** Keys, statistics and chart of the back office show every edition, each sold once. */
export async function expectBackOffice(
  page: Page,
  shop: ServedShop,
  editions: readonly TestEdition[],
): Promise<void> {
  const { keys, statistics } = enAdmin
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/keys')
  for (const { id } of editions) {
    await expect(page.getByTestId(`${id}-used`)).toHaveText('1')
    await expect(page.getByTestId(`${id}-total`)).toHaveText('500')
  }
  await page.goto('/admin#/statistics')
  await expect(page.getByRole('heading', { name: statistics.stock })).toBeVisible()
  await expect(page.locator('.legend li')).toHaveText(editions.map(({ name }) => name))
  const bars = page.locator('.chart g').last().locator('rect[class^="tone-"]')
  await expect(bars).toHaveCount(editions.length)
  const heights = await bars.evaluateAll((rects) => rects.map((rect) => Number(rect.getAttribute('height'))))
  const total = editions.reduce((sum, { priceCents }) => sum + priceCents, 0)
  const shares = heights.map((height) => height / heights.reduce((sum, one) => sum + one, 0))
  for (const [place, { priceCents }] of editions.entries())
    expect(shares[place]).toBeCloseTo(priceCents / total, 5)
  await page.goto('/admin#/keys/generate')
  const select = page.getByLabel(keys.edition)
  await expect(select.locator('option')).toHaveText(editions.map(({ name }) => name))
}
