import { buy, expectBackOffice, expectCards, gameWith } from './edition-game.ts'
import { expect, test } from './shop.ts'

const EDITIONS = [{ id: 'voyage', name: 'The Voyage', priceCents: 29_00 }]

test.use({ shopSettings: { KEYHOLD_GAME: gameWith(EDITIONS) } })

test('a game with one edition is sold: a card, an order, its keys, and the back office', async ({
  page,
  shop,
  mailServer,
}) => {
  await expectCards(page, EDITIONS)
  await expect(page.locator('.badge')).toHaveCount(0)
  await page.goto('/?lang=en')
  await expect(page.locator('#pre-order-title')).toHaveText('Pre-order')
  for (const edition of EDITIONS) await buy(page, { shop, mailServer }, edition)
  expect(await (await page.request.get('/legal/terms')).text()).toContain('The Voyage: $29.00')
  await expectBackOffice(page, shop, EDITIONS)
})
