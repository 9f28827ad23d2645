import { generateKeys } from '#server/keys/generate-keys.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { fill, plural } from '#texts/format.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { signInAs } from './admin-fixture.ts'
import { findViolations } from './find-violations.ts'
import { quickOrder } from './quick-order.ts'
import { expect, test } from './shop.ts'

const { errors, keys, many, orders, shell } = enAdmin

test('mails of all matching orders are sent again, and what was not done is named', async ({
  page,
  shop,
  browser,
  pageErrors,
}) => {
  const elsewhere = await browser.newContext({ baseURL: shop.url })
  pageErrors.watch(elsewhere)
  const buyer = await elsewhere.newPage()
  const email = 'many.orders@demo.example'
  const ordered = [await quickOrder(buyer, { email }), await quickOrder(buyer, { email })]
  await elsewhere.close()
  const without = await insertPayment(shop.db, { user_email: email })
  await signInAs(page, shop, 'support')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin#/orders?q=${email}`)
  await expect(page.getByRole('row')).toHaveCount(4)
  const box = page.getByRole('checkbox', { name: fill(many.selectOrder, { id: without.slice(0, 8) }) })
  const target = await box.locator('xpath=..').boundingBox()
  expect([target?.width, target?.height]).toEqual([44, 44])
  await box.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(plural('en', many.selected, 1))).toBeVisible()
  // support decides nothing about money
  await expect(page.getByRole('button', { name: many.refund })).toHaveCount(0)
  await page.getByRole('button', { name: plural('en', many.selectAll, 3) }).click()
  await expect(page.getByText(plural('en', many.selected, 3))).toBeVisible()
  const resend = async () => {
    await page.getByRole('button', { name: many.resend }).click()
    await page.getByRole('dialog').getByRole('button', { name: many.resend }).click()
  }
  await resend()
  const note = page.getByRole('group', { name: plural('en', many.resent, 2) })
  await expect(note).toBeFocused()
  await expect(note).toContainText(plural('en', many.notDone, 1))
  await expect(note.getByRole('listitem')).toContainText(errors.NOTHING_TO_RESEND)
  expect(await findViolations(page)).toEqual([])
  // what was not done stays selected
  await expect(page.getByText(plural('en', many.selected, 1))).toBeVisible()
  await page.getByRole('button', { name: plural('en', many.selectAll, 3) }).click()
  await expect(page.getByText(plural('en', many.selected, 3))).toBeVisible()
  await resend()
  await expect(page.getByText(many.recentlySent)).toHaveCount(2)
  await page.getByRole('button', { name: shell.close, exact: true }).click()
  await page.getByRole('button', { name: keys.unselect }).click()
  await expect(page.getByText(plural('en', many.selected, 3))).toHaveCount(0)
  const ids = ordered.map(({ id }) => id)
  const audit = await shop.db.selectFrom('audit').selectAll().where('subject_id', 'in', ids).execute()
  expect(audit.map(({ action }) => action)).toEqual(['order.resend', 'order.resend'])
})

test('chosen orders are exported, and an owner requests their refunds', async ({ page, shop }) => {
  const email = 'chosen.orders@demo.example'
  const [first, second] = [
    await insertPayment(shop.db, { user_email: email }),
    await insertPayment(shop.db, { user_email: email }),
  ]
  await signInAs(page, shop, 'owner')
  await page.goto(`/admin#/orders?q=${email}`)
  await page.getByRole('checkbox', { name: many.selectShown }).check()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: many.exportChosen }).click()
  expect((await saved).suggestedFilename()).toMatch(/^orders-.*\.csv$/)
  await page.getByRole('button', { name: many.refund }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(plural('en', many.refundQuestion, 2))
  await dialog.getByLabel(orders.refundReason).fill('cancelled')
  await dialog.getByRole('button', { name: many.refund }).click()
  // nothing was paid for either of them
  const note = page.getByRole('group', { name: plural('en', many.refunded, 0) })
  for (const id of [first, second]) {
    await expect(note.getByRole('listitem').filter({ hasText: id.slice(0, 8) })).toContainText(
      errors.REFUND_NOT_POSSIBLE,
    )
  }
})

test('keys are retired together or by a list, and put back', async ({ page, shop }) => {
  await shop.db.transaction().execute((tx) => generateKeys(tx, TEST_CIPHER, 'supporter', 3))
  await signInAs(page, shop, 'manager')
  await page.goto('/admin#/keys/list?edition=supporter&status=available')
  const rows = page.locator('tbody tr')
  await expect(rows.nth(2).locator('code')).toBeVisible()
  const names = await rows.locator('code').evaluateAll((all) => all.slice(0, 3).map((one) => one.textContent))
  const rowOf = (name: string) => rows.filter({ hasText: name })
  const [one = '', two = '', three = ''] = names
  for (const name of [one, two])
    await page.getByRole('checkbox', { name: fill(keys.selectKey, { key: name }) }).check()
  await page.getByRole('button', { name: keys.retire, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: keys.retire }).click()
  const note = page.getByRole('group', { name: plural('en', many.retiredMany, 2) })
  await expect(note).toBeFocused()
  await expect(rowOf(one)).toHaveCount(0)
  await note.getByRole('button', { name: many.undo }).click()
  await expect(page.getByText(plural('en', many.restored, 2))).toBeVisible()
  await expect(rowOf(one)).toHaveCount(1)
  await expect(rowOf(two)).toHaveCount(1)
  // one key, undone with the keyboard alone
  await rowOf(three)
    .getByRole('button', { name: fill(keys.retireKey, { key: three }) })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: keys.retire }).click()
  const toast = page.locator('.toast').filter({ hasText: keys.retired })
  await expect(toast.getByRole('button', { name: many.undo })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('z')
  await expect(page.locator('.toast').filter({ hasText: plural('en', many.restored, 1) })).toBeVisible()
  await expect(rowOf(three)).toHaveCount(1)
  // a list, with a line that is no key; later each can be put back where the retired ones are listed
  await page.getByRole('button', { name: many.retireList }).click()
  await page.getByRole('dialog').getByLabel(many.listLabel).fill(`${three.toLowerCase()}\n\nNOT-A-KEY`)
  await page.getByRole('dialog').getByRole('button', { name: keys.retire }).click()
  const listNote = page.getByRole('group', { name: plural('en', many.retiredMany, 1) })
  await expect(listNote.getByRole('listitem')).toContainText(fill(many.line, { line: '3' }))
  await expect(listNote.getByRole('listitem')).toContainText(errors.KEY_NOT_FOUND)
  await page.goto('/admin#/keys/list?edition=supporter&status=retired')
  await rowOf(three)
    .getByRole('button', { name: fill(many.restoreKey, { key: three }) })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: many.restore }).click()
  await expect(rowOf(three)).toHaveCount(0)
})
