import { enAdmin } from '#texts/en/admin.ts'
import { fill } from '#texts/format.ts'
import { signInAs } from './admin-fixture.ts'
import { quickOrder } from './quick-order.ts'
import { expect, test } from './shop.ts'

const words = enAdmin.game
const PRICE = fill(words.price, { currency: 'USD' })

test('an owner changes a price and a question, previews, saves, sells at it, and undoes it', async ({
  page,
  shop,
  browser,
}) => {
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/game')
  const visitor = await browser.newPage()
  const landing = async () => {
    await visitor.goto(`${shop.url}/?lang=en`)
    return visitor.locator('main')
  }
  const changes = page.getByRole('region', { name: words.changes })
  const save = changes.getByRole('button', { name: words.save })
  await expect(changes.getByText(words.noChanges)).toBeVisible()
  await expect(save).toBeDisabled()

  const day = page.getByRole('textbox', { name: words.releaseAt })
  const time = page.getByRole('group', { name: words.releaseAt }).getByLabel(enAdmin.tables.time)
  await day.fill('2031-12-30')
  await time.fill('8:15')
  await time.blur()
  await expect(changes.locator('ins')).toContainText('Dec 30, 2031, 8:15')
  await changes.getByRole('button', { name: words.discard }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.discard }).click()
  await expect(changes.getByText(words.noChanges)).toBeVisible()

  const price = page.getByLabel(PRICE).first()
  await price.fill('nothing')
  await expect(page.getByText(words.priceInvalid)).toBeVisible()
  await expect(changes.getByText(words.invalid)).toBeVisible()
  await price.fill('49.99')
  await page.getByRole('button', { name: words.add }).click()
  const number = await page.locator('.game-questions > li').count()
  await page.getByLabel(`Question ${String(number)}`, { exact: true }).fill('Is it dark in there?')
  await expect(save).toBeDisabled()
  await page.getByLabel(`Answer ${String(number)}`, { exact: true }).fill('Very.')
  await page.getByRole('button', { name: `${words.up}: Question ${String(number)}` }).click()
  await expect(changes.locator('del').first()).toContainText('$63.99')
  await expect(changes.locator('ins').first()).toContainText('$49.99')

  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    changes.getByRole('button', { name: words.preview }).click(),
  ])
  await expect(preview.locator('main')).toContainText('$49.99')
  await expect(preview.locator('main')).toContainText('Is it dark in there?')
  await preview.close()
  await expect(await landing()).toContainText('$63.99')
  // what is typed is kept
  await page.reload()
  await expect(price).toHaveValue('49.99')

  await save.click()
  await expect(page.getByText(words.saved)).toBeVisible()
  await expect(await landing()).toContainText('$49.99')
  await expect(await landing()).toContainText('Is it dark in there?')
  const { id } = await quickOrder(page, { email: 'cheaper@example.com', priceCents: 49_99 })
  const sold = () =>
    shop.db.selectFrom('payments').select('unit_price_cents').where('id', '=', id).executeTakeFirst()
  expect(await sold()).toEqual({ unit_price_cents: 49_99 })

  const history = page.getByRole('region', { name: words.history })
  const [newest] = await history.getByRole('row').filter({ hasText: '$49.99' }).all()
  await newest?.getByRole('button', { name: words.undo }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.undo }).click()
  await expect(price).toHaveValue('63.99')
  await expect(await landing()).toContainText('$63.99')
  await expect(await landing()).not.toContainText('Is it dark in there?')
  expect(await sold()).toEqual({ unit_price_cents: 49_99 })
  await visitor.close()
})

test('of two owners the second one is told, and keeps what they typed', async ({
  page,
  shop,
  browser,
  pageErrors,
}) => {
  pageErrors.allow(409, /\/functions\/game-content/)
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/game')
  const other = await browser.newPage({ baseURL: shop.url })
  await signInAs(other, shop, 'owner')
  await other.goto('/admin#/game')
  const priceOf = (of: typeof page) => of.getByLabel(PRICE)
  await priceOf(other).last().fill('99.99')
  await priceOf(page).first().fill('50')
  await other.getByRole('button', { name: words.save }).click()
  await expect(other.getByText(words.saved)).toBeVisible()
  await page.getByRole('button', { name: words.save }).click()
  await expect(page.getByText(enAdmin.errors.GAME_CHANGED)).toBeVisible()
  // theirs is kept, and what the other one has saved is there
  await expect(priceOf(page).first()).toHaveValue('50')
  await expect(priceOf(page).last()).toHaveValue('99.99')
  await page.getByRole('button', { name: words.save }).click()
  await expect(page.getByText(words.saved)).toBeVisible()
  const restore = page.getByRole('button', { name: `${words.restore}: ${words.folder}` })
  await restore.click()
  await page.getByRole('dialog').getByRole('button', { name: words.restore }).click()
  await expect(priceOf(page).first()).toHaveValue('63.99')
  await expect(priceOf(page).last()).toHaveValue('119.99')
  await other.close()
})
