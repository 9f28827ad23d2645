import { LIMITED_STOCK } from './shared-settings.ts'
import { expect, test, type OpenPage } from './shop.ts'

test.use({ shopSettings: LIMITED_STOCK })

test('two visitors see live when an edition sells out, and when it is available again', async ({
  shop,
  openPage,
}) => {
  const readers = [await readerIn(openPage, 'en'), await readerIn(openPage, 'fr')] as const
  const buttons = readers.map((page) => page.locator('button[value=standard]'))
  for (const button of buttons) await expect(button).toBeEnabled()

  await shop.db
    .updateTable('game_keys')
    .set({ retired_at: new Date() })
    .where('game_edition', '=', 'standard')
    .execute()
  for (const button of buttons) await expect(button).toBeDisabled()
  await expect(readers[0].locator('button[value=standard]')).toHaveText('Sold out')
  for (const page of readers) await expect(page.locator('button[value=supporter]')).toBeEnabled()

  await shop.db.updateTable('game_keys').set({ retired_at: null }).execute()
  for (const button of buttons) await expect(button).toBeEnabled()
})

async function readerIn(openPage: OpenPage, language: string) {
  const page = await openPage()
  await page.goto(`/?lang=${language}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  return page
}
