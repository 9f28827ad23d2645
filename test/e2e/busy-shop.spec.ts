import type { Db } from '#server/db/database.ts'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import { freezeTree, thawTree } from '#test/failover/process-tree.ts'
import { orderWithPass, post } from '#test/shop-client.ts'
import { fillForm, openDialog, passCaptcha, textsFor, type OrderInput } from './buyer.ts'
import { postmasterOf } from './postmaster.ts'
import { expect, test, type ServedShop } from './shop.ts'
import { openIn, VIEWS } from './views.ts'

const PATH = '/functions/create-crypto-payment'

for (const view of VIEWS) {
  const { language, widthPx } = view
  test(`a buyer among too many is told so and goes on by itself, in ${language} at ${String(widthPx)} px`, async ({
    page,
    pageErrors,
    shop,
  }) => {
    pageErrors.allow(503, /\/functions\//)
    const wish: OrderInput = { language, network: 'bitcoin', email: `busy-${language}@demo.example` }
    const words = textsFor(wish)
    const { captcha, form, panel } = siteTextsOf(language).checkout
    const dialog = page.getByRole('dialog')
    await openIn(page, view)
    await whileBusy(shop, 'captcha', async () => {
      await page
        .getByRole('button', { name: words.orderNow(1), exact: true })
        .last()
        .click()
      await expect(dialog.getByText(captcha.busy)).toBeVisible()
    })
    await expect(dialog.getByRole('img', { name: captcha.image })).toBeVisible()
    await expect(dialog.getByText(captcha.busy)).toBeHidden()

    await fillForm(page, wish)
    await passCaptcha(page, wish)
    await whileBusy(shop, 'order', async () => {
      await dialog.getByRole('button', { name: words.submit }).click()
      await expect(dialog.getByRole('status').filter({ hasText: form.queued })).toBeInViewport()
      await expect(dialog.getByRole('button', { name: form.submitting })).toBeDisabled()
    })
    await expect(dialog.getByText(panel.title)).toBeVisible()
    expect(await ordersOf(shop.db, wish.email)).toBe(1)
  })
}

test('an order that waits for its turn is not sent again once the form is closed', async ({
  page,
  pageErrors,
  shop,
}) => {
  pageErrors.allow(503, /\/functions\//)
  const wish: OrderInput = { network: 'bitcoin', email: 'left-the-queue@demo.example' }
  await page.clock.install()
  await openDialog(page, wish)
  await fillForm(page, wish)
  await passCaptcha(page, wish)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(PATH)) sent.push(request.method())
  })
  await whileBusy(shop, 'order', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Create Payment' }).click()
    await expect(page.getByText(siteTextsOf('en').checkout.form.queued)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })
  await page.clock.fastForward('02:00')
  await page.evaluate(() => fetch('/data/rails').then((reply) => reply.text()))
  expect(sent).toEqual(['POST'])
  expect(await ordersOf(shop.db, wish.email)).toBe(0)
})

/** Acts while as many calls of one client as the shop lets in wait for a database that hangs, and one more was refused. */
async function whileBusy({ url, db }: ServedShop, step: 'captcha' | 'order', act: () => Promise<void>) {
  const postmaster = await postmasterOf(db)
  freezeTree(postmaster)
  try {
    const refused = Promise.withResolvers<undefined>()
    const ask = async () => {
      if ((await (step === 'captcha' ? askForPicture(url) : orderWithoutPass(url))) === 'BUSY')
        refused.resolve(undefined)
    }
    void Promise.all(Array.from({ length: step === 'captcha' ? 103 : 129 }, ask))
    await refused.promise
    await act()
  } finally {
    thawTree(postmaster)
  }
}

async function askForPicture(url: string): Promise<unknown> {
  return ((await (await post(url, '/functions/captcha', {})).json()) as { code?: unknown }).code
}

async function orderWithoutPass(url: string): Promise<unknown> {
  const order = { network: 'bitcoin', edition: 'standard', quantity: 1, email: 'a@demo.example' } as const
  return orderWithPass(url, '', { ...order, idempotencyKey: 'one-of-the-many-others' }).catch(
    (error: unknown) => /\w+$/.exec(String(error))?.[0],
  )
}

async function ordersOf(db: Db, email: string): Promise<number> {
  const rows = await db.selectFrom('payments').select('id').where('user_email', '=', email).execute()
  return rows.length
}
