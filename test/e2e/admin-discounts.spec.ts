import { enAdmin } from '#texts/en/admin.ts'
import { signInAs } from './admin-fixture.ts'
import { expect, test } from './shop.ts'
import { expectAccessible } from './views.ts'

const words = enAdmin.discounts

test('an owner creates a batch for a creator, pauses a code, takes that back, and sees the file', async ({
  page,
  shop,
}) => {
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/discounts')
  await expect(page.getByText(words.none)).toBeVisible()
  const form = page.getByRole('region', { name: words.create.title })
  await form.getByLabel(words.create.name).fill('Ada the creator')
  await form.getByLabel(words.create.value).fill('100')
  await form.getByRole('button', { name: words.create.submit }).click()
  await expect(form.getByText(words.create.invalid)).toBeVisible()
  await form.getByLabel(words.create.value).fill('15')
  await form.getByLabel(words.create.uses).fill('3')
  await form.getByLabel(words.create.count).fill('12')
  await form.getByRole('button', { name: words.create.submit }).click()
  await expect(page).toHaveURL(/#\/discounts\?batch=/)
  const table = page.getByRole('table', { name: words.list })
  await expect(table.getByRole('row')).toHaveCount(13)
  const row = table.getByRole('row').nth(1)
  await expect(row).toContainText('Ada the creator')
  await expect(row).toContainText('15%')
  await expect(row).toContainText('0 of 3')

  await row.getByRole('button', { name: words.pause }).click()
  await expect(row).toContainText(words.paused)
  await page.getByRole('button', { name: enAdmin.many.undo }).first().click()
  await expect(row).toContainText(words.active)
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: words.export }).click()
  expect((await download).suggestedFilename()).toMatch(/^discount-codes-.*\.csv$/)
})
