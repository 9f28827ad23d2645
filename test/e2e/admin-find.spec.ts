import type { Page } from '@playwright/test'
import type { RailState } from '#shared/api.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { signInAs } from './admin-fixture.ts'
import { findViolations } from './find-violations.ts'
import { quickOrder, quickPurchase } from './quick-order.ts'
import { expect, test } from './shop.ts'

const { find, orders, tabs } = enAdmin

/** A shop that has just started does not know unused addresses yet. */
async function expectRailOpen(page: Page): Promise<void> {
  const isOpen = async () => {
    const rails = (await (await page.request.get('/data/rails')).json()) as readonly RailState[]
    return rails.find(({ network }) => network === 'trc20')?.available
  }
  await expect.poll(isOpen).toBe(true)
}

test('orders are found by key and e-mail from any tab, sorted, limited to days and opened by a click', async ({
  page,
  shop,
  openPage,
}) => {
  const buyer = await openPage()
  const email = 'find.me@demo.example'
  await expectRailOpen(buyer)
  const payment = await quickPurchase(buyer, { quantity: 1, email })
  await quickPurchase(buyer, { quantity: 1, email: 'find.next@demo.example' })

  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/security')
  await expect(page.getByRole('heading', { name: tabs.security }).first()).toBeVisible()
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: find.label })
  await expect(field).toBeFocused()
  await page.keyboard.type('find.')
  await page.keyboard.press('Enter')
  const rows = page.getByRole('row').filter({ hasText: 'demo.example' })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('find.next')
  await page.getByRole('button', { name: orders.created }).click()
  await expect(page.getByRole('columnheader', { name: orders.created })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(rows.first()).toContainText(email)
  await expect(page).toHaveURL(/sort=oldest/)
  // on a phone the buttons are above the cards
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: orders.confirmed }).click()
  await expect(page).toHaveURL(/sort=paid_desc/)
  await expect(rows.first()).toContainText('find.next')
  await page.setViewportSize({ width: 1280, height: 800 })
  const price = page.getByRole('columnheader', { name: orders.price })
  await price.getByRole('button').click()
  await expect(price).toHaveAttribute('aria-sort', 'descending')
  await price.getByRole('button').click()
  await expect(price).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=price_asc/)
  await expect(page.getByRole('columnheader', { name: orders.created })).not.toHaveAttribute('aria-sort')
  await page.reload()
  await expect(price).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: enAdmin.tables.allDays }).first().click()
  await page.getByRole('group', { name: 'Days (UTC)' }).getByRole('button', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}/)
  await expect(rows).toHaveCount(2)

  // a click anywhere on a row opens it
  await rows.first().getByText(orders.statuses.confirmed).click()
  await expect(page).toHaveURL(new RegExp(payment.id))
  const keys = page.getByRole('region', { name: orders.keys, exact: true })
  const key = (await keys.getByRole('listitem').first().textContent()) ?? ''
  await field.fill(key)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(1)
  await expect(rows).toHaveCount(1)
})

test('rows and tabs are reached by keys, which can be turned off', async ({ page, shop }) => {
  await expectRailOpen(page)
  await quickOrder(page, { email: 'keys.by@demo.example' })
  await signInAs(page, shop, 'owner')
  await page.goto('/admin#/orders')
  const links = page.locator('[data-opens] a')
  await expect(links.first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page).toHaveURL(/#\/refunds$/)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: find.title })
  await expect(help).toContainText(find.next)
  expect(await findViolations(page)).toEqual([])
  await help.getByRole('checkbox', { name: find.isOn }).uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: find.label })).not.toBeFocused()
  await page.getByRole('button', { name: find.title }).click()
  await help.getByRole('checkbox', { name: find.isOn }).check()
})

test('everything is searched as one types, by keys alone and on a phone, as far as the role allows', async ({
  page,
  shop,
}) => {
  await insertPayment(shop.db, { user_email: 'typed.for@demo.example' })
  await signInAs(page, shop, 'owner')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: find.label })
  await expect(field).toBeFocused()
  await page.keyboard.type('typed.for')
  const list = page.getByRole('listbox', { name: find.label })
  const order = list.getByRole('option', { name: /typed\.for@demo\.example/ }).first()
  await expect(order).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(order).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await order.getAttribute('id')) ?? '')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/orders\/[0-9a-f-]{36}$/)
  await expect(list).toBeHidden()

  // a command, and a page of the settings
  await page.keyboard.press('Control+k')
  await page.keyboard.type(enAdmin.nav.themes.light)
  await list.getByRole('option', { name: enAdmin.nav.themes.light, exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.setViewportSize({ width: 390, height: 844 })
  await field.fill(tabs.settings)
  await list.getByRole('option', { name: tabs.settings, exact: true }).click()
  await expect(page).toHaveURL(/#\/settings$/)
  await page.keyboard.press('Control+k')
  await field.fill('nothing of this name')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()

  // a viewer finds no buyer by e-mail, no staff, and no page that is not theirs
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInAs(page, shop, 'viewer')
  await field.fill('typed.for')
  await expect(
    list.getByRole('option', { name: find.all.replace('{q}', '\u2068typed.for\u2069') }),
  ).toBeVisible()
  await expect(list.getByRole('option', { name: /demo\.example/ })).toHaveCount(0)
  await field.fill(tabs.people)
  await expect(list.getByRole('option', { name: tabs.people, exact: true })).toHaveCount(0)
})
