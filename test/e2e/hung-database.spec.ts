import { freezeTree, thawTree } from '#test/failover/process-tree.ts'
import { createPayment, fillForm, openDialog, passCaptcha, type OrderInput } from './buyer.ts'
import { postmasterOf } from './postmaster.ts'
import { expect, test } from './shop.ts'

const WISH: OrderInput = { network: 'bitcoin', email: 'hung@demo.example' }

test('while the database hangs the form keeps what was typed and says what to do, and the next press orders', async ({
  page,
  pageErrors,
  shop,
}) => {
  pageErrors.allow(503, /\/functions\/|\/data\//)
  await openDialog(page, WISH)
  await fillForm(page, WISH)
  await passCaptcha(page, WISH)
  const postmaster = await postmasterOf(shop.db)
  const dialog = page.getByRole('dialog')
  freezeTree(postmaster)
  try {
    await dialog.getByRole('button', { name: 'Create Payment' }).click()
    await expect(dialog.getByText('press the button again in a few seconds')).toBeVisible()
    // pages go on being served
    expect((await page.request.get('/')).status()).toBe(200)
  } finally {
    thawTree(postmaster)
  }
  await expect(dialog.getByLabel('E-mail address')).toHaveValue(WISH.email)
  await expect(dialog.getByText('Security verification passed')).toBeVisible()
  await createPayment(page, WISH)
})
