import { buy, expectBackOffice, expectCards, gameWith } from './edition-game.ts'
import { expect, test } from './shop.ts'

const EDITIONS = [
  { id: 'deckhand', name: 'Deckhand', priceCents: 19_99 },
  { id: 'captain', name: 'Captain', priceCents: 34_50, isBestValue: true },
  { id: 'crew-of-four', name: 'Crew of Four', priceCents: 99_00 },
]

test.use({ shopSettings: { KEYHOLD_GAME: gameWith(EDITIONS) } })

test('a game with three editions is sold: cards, an order of each, their keys, and the back office', async ({
  page,
  shop,
  mailServer,
}) => {
  await expectCards(page, EDITIONS)
  for (const edition of EDITIONS) await buy(page, { shop, mailServer }, edition)
  expect(await (await page.request.get('/legal/terms')).text()).toContain('Crew of Four: $99.00')
  const form = await (await page.request.get('/order?edition=crew-of-four')).text()
  expect(form.match(/<input(?=[^>]*type="radio")(?=[^>]*name="edition")/g)).toHaveLength(EDITIONS.length)
  expect(form).toMatch(/<input(?=[^>]*checked)(?=[^>]*value="crew-of-four")/)
  await expectBackOffice(page, shop, EDITIONS)
})
