import type { Page } from '@playwright/test'
import { fillForm, openDialog, type OrderInput } from './buyer.ts'
import { expect, test } from './shop.ts'

const WISH: OrderInput = { network: 'erc20', email: 'types@demo.example' }

/** What the page's content security policy has refused; the browser's own event for each. */
async function violations(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (globalThis as { refused?: string[] }).refused ?? ['no listener'])
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const refused: string[] = []
    Object.assign(globalThis, { refused })
    addEventListener('securitypolicyviolation', (event) => {
      refused.push(`${event.effectiveDirective} ${event.sample}`)
    })
  })
})

test('no page writes text that becomes code', async ({ page, pageErrors }) => {
  pageErrors.allow(404, /no-such-page|00000000-0000-4000-8000-000000000000/)
  const paths = [
    '/',
    '/no-such-page',
    '/credits',
    '/legal/terms',
    '/legal/privacy',
    '/sign-in',
    '/order',
    '/recover',
    '/status',
    '/withdraw',
    '/waiting-list',
    '/admin',
    '/docs',
  ]
  for (const path of [
    ...paths,
    '/order/00000000-0000-4000-8000-000000000000',
    '/demo/wallet',
    '/demo/mail',
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect([path, await violations(page)]).toEqual([path, []])
  }
})

test('a proof of work runs in its worker, and text of a page is refused as markup and as a script', async ({
  page,
  pageErrors,
}) => {
  await openDialog(page, WISH)
  await fillForm(page, WISH)
  await page.getByRole('dialog').getByRole('button', { name: 'I cannot read this' }).click()
  await expect(page.getByRole('dialog').getByText('Security verification passed')).toBeVisible()
  expect(await violations(page)).toEqual([])
  pageErrors.allowText(/TrustedHTML|TrustedScriptURL/)
  const refused = await page.evaluate(() =>
    [
      () => (document.createElement('div').innerHTML = '<b>text</b>'),
      () => (document.createElement('script').src = '/assets/other.js'),
      () => new Worker('/assets/other.js'),
    ].map((attempt) => {
      try {
        attempt()
        return false
      } catch {
        return true
      }
    }),
  )
  expect(refused).toEqual([true, true, true])
})
