import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import { openIn, VIEWS } from './views.ts'
import { expect, test } from './shop.ts'

const STORE_PAGE = 'https://store.example/lantern-drift'

// The example game, configured with a store page.
const game = mkdtempSync(join(tmpdir(), 'keyhold-game-'))
cpSync('test/example-game', game, { recursive: true })
const file = join(game, 'game.json')
const settings = JSON.parse(readFileSync(file, 'utf8')) as object
writeFileSync(file, JSON.stringify({ ...settings, wishlistUrl: STORE_PAGE }))

test.use({ shopSettings: { KEYHOLD_GAME: game } })
test.afterAll(() => {
  rmSync(game, { recursive: true, force: true })
})

for (const view of VIEWS) {
  test(`the wishlist button opens the configured store page, in ${view.language} at ${String(view.widthPx)} px`, async ({
    page,
  }) => {
    await page.route(STORE_PAGE, (route) => route.fulfill({ contentType: 'text/html', body: 'The store' }))
    await openIn(page, view)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' && !request.url().endsWith('/increment-counters'))
        sent.push(request.url())
    })
    const visit = page.waitForRequest(STORE_PAGE)
    await page.getByRole('link', { name: siteTextsOf(view.language).landing.wishlist }).click()
    expect((await visit).headers()['referer']).toBeUndefined()
    await expect(page).toHaveURL(STORE_PAGE)
    expect(sent).toEqual([])
  })
}
