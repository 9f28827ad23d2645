import { mkdirSync, writeFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Locator, Page } from '@playwright/test'
import type { OfferedRail } from '#shared/api.ts'
import type { PaymentFlag, PaymentStatus } from '#shared/payment-status.ts'
import type { NetworkId } from '#shared/rails.ts'
import { orderPageTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import type { ShownPayment } from './buyer.ts'
import { mineBlocks, pay } from './demo-wallet.ts'
import { PHONE } from './check-step.ts'
import { findViolations } from './find-violations.ts'
import { expectStatus, quickOrder, quickPurchase } from './quick-order.ts'
import { expect, test, type ServedShop } from './shop.ts'

/** Where the pictures of docs/payment-screens.md are written; unset: nowhere. */
const FOLDER = process.env['KEYHOLD_SCREENS']
const PICTURE_MAX_BYTES = 25_000
const PAGE_MAX_PX = 2_500

interface Parts {
  readonly page: Page
  readonly shop: ServedShop
}

interface Screen {
  readonly name: string
  readonly network?: NetworkId
  readonly edition?: 'standard' | 'supporter'
  /** The dialog's step; a closed form has none. */
  readonly step: 'payment' | 'verification'
  /** The label of the dialog's only main action. */
  readonly action: string
  /** Brings the order into the state, by money or, where time or staff would have to, in the database. */
  readonly reach: (parts: Parts, payment: ShownPayment) => Promise<void>
}

const { checkout } = siteTextsOf('en')
const nothing = () => Promise.resolve()

const HOUR_MS = 3_600_000

/** Ends an order's time to pay in the past. */
async function over({ db }: ServedShop, { id }: ShownPayment, agoMs: number): Promise<void> {
  const at = new Date(Date.now() - agoMs)
  await db.updateTable('payments').set({ expires_at: at }).where('id', '=', id).execute()
}

/** Sets what weeks or staff would set, as final: a new block would judge it again. */
function stored(
  status: PaymentStatus,
  flags: readonly PaymentFlag[] = [],
  columns: { readonly withdrawn_at?: Date; readonly refunded_at?: Date } = {},
): Screen['reach'] {
  return async ({ shop }, payment) => {
    await over(shop, payment, 60_000)
    await shop.db
      .updateTable('payments')
      .set({ status, flags: [...flags], is_final: true, ...columns })
      .where('id', '=', payment.id)
      .execute()
  }
}

async function payInFull({ page }: Parts, payment: ShownPayment): Promise<void> {
  await pay(page, payment)
  await mineBlocks(page, 'trc20', 20)
  await expectStatus(page, payment, 'confirmed')
}

/** Marks the keys that a test takes out of stock for a while. */
const SET_ASIDE_AT = new Date('2020-01-01')

const SCREENS: readonly Screen[] = [
  { name: 'pending', step: 'payment', action: checkout.panel.verify, reach: nothing },
  { name: 'waiting', step: 'verification', action: checkout.verification.check, reach: nothing },
  {
    name: 'partial',
    step: 'verification',
    action: checkout.verification.check,
    async reach({ page }, payment) {
      await pay(page, payment, { amount: '40' })
      await expectStatus(page, payment, 'partial')
    },
  },
  {
    name: 'detected',
    network: 'erc20',
    step: 'verification',
    action: checkout.invoice.orderPage,
    async reach({ page }, payment) {
      await pay(page, payment)
      await expectStatus(page, payment, 'detected')
    },
  },
  {
    name: 'wrong-network',
    network: 'erc20',
    step: 'verification',
    action: checkout.invoice.orderPage,
    async reach({ page }, payment) {
      await pay(page, payment, { network: 'bep20' })
      await mineBlocks(page, 'bep20', 4)
      await expectStatus(page, payment, 'review')
    },
  },
  {
    name: 'review',
    step: 'verification',
    action: checkout.invoice.orderPage,
    async reach({ page, shop }, payment) {
      await over(shop, payment, 25 * HOUR_MS)
      await pay(page, payment)
      await mineBlocks(page, 'trc20', 20)
      await expectStatus(page, payment, 'review')
    },
  },
  { name: 'expired', step: 'verification', action: checkout.startOver, reach: stored('expired') },
  {
    name: 'double-spend',
    step: 'verification',
    action: checkout.startOver,
    reach: stored('invalid', ['double_spend']),
  },
  {
    name: 'withdrawn',
    step: 'verification',
    action: checkout.invoice.orderPage,
    reach: stored('expired', [], { withdrawn_at: new Date() }),
  },
  {
    name: 'awaiting-keys',
    step: 'verification',
    action: checkout.invoice.orderPage,
    edition: 'supporter',
    async reach(parts, payment) {
      await parts.shop.db
        .updateTable('game_keys')
        .set({ retired_at: SET_ASIDE_AT })
        .where('game_edition', '=', 'supporter')
        .where('status', '=', 'available')
        .execute()
      await payInFull(parts, payment)
    },
  },
  {
    name: 'on-release',
    step: 'verification',
    action: checkout.invoice.orderPage,
    edition: 'supporter',
    async reach(parts, payment) {
      const held = { keys_held_since: new Date() }
      await parts.shop.db.updateTable('editions').set(held).where('id', '=', 'supporter').execute()
      await payInFull(parts, payment)
    },
  },
  {
    name: 'refunded',
    step: 'verification',
    action: checkout.close,
    reach: stored('refunded', [], { refunded_at: new Date() }),
  },
]

test.use({ viewport: PHONE })

// other tests buy this edition from the same shop
test.afterEach(async ({ shop }) => {
  await shop.db.updateTable('editions').set({ keys_held_since: null }).execute()
  await shop.db
    .updateTable('game_keys')
    .set({ retired_at: null })
    .where('retired_at', '=', SET_ASIDE_AT)
    .execute()
})

for (const [place, screen] of SCREENS.entries()) {
  test(`${screen.name}: one main action in the dialog and on the order page, no violation, at most 2,500 px`, async ({
    page,
    shop,
  }) => {
    const { network = 'trc20', edition = 'standard', name } = screen
    const payment = await quickOrder(page, { network, edition, email: `${name}@screens.example` })
    await screen.reach({ page, shop }, payment)
    await checkScreen(page, screen, payment)
    await keepPicture(page, `${String(place + 1).padStart(2, '0')}-${name}`)
    await checkOrderPage(page, payment)
  })
}

test('confirmed: the keys are the main action in the dialog and on the order page', async ({ page }) => {
  const payment = await quickPurchase(page, { email: 'confirmed@screens.example' })
  await checkScreen(page, { step: 'verification', action: checkout.invoice.showKeys.one ?? '' }, payment)
  await keepPicture(page, '13-confirmed')
  await checkOrderPage(page, payment)
  await expect(
    page.getByRole('button', { name: siteTextsOf('en').order.show.one ?? '', exact: true }),
  ).toBeVisible()
  const { refund } = orderPageTextsOf('en')
  await expect(page.getByRole('button', { name: refund.submit })).toBeHidden()
  await page.getByText(refund.link).click()
  await expect(page.getByRole('button', { name: refund.submit })).toBeVisible()
})

test('while no rail takes orders the form says so and comes back by itself, with what was typed', async ({
  page,
}) => {
  let isClosed = false
  await page.route('**/data/rails', async (route) => {
    const reply = await route.fetch()
    const rails = (await reply.json()) as OfferedRail[]
    const shut = rails.map((rail) => ({ ...rail, available: false, reason: 'node_down' }))
    await route.fulfill({ response: reply, json: isClosed ? shut : rails })
  })
  await page.goto('/?lang=en')
  await page
    .getByRole('article', { name: 'Standard Edition' })
    .getByRole('button', { name: 'Order Now', exact: true })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(checkout.form.email).fill('typed@screens.example')
  await page.clock.install()
  isClosed = true
  await page.clock.runFor(61_000)
  await expect(dialog.getByRole('heading', { name: checkout.rail.none })).toBeVisible()
  expect(await mainActions(dialog)).toEqual([checkout.close])
  expect(await findViolations(page, { include: '.checkout' })).toEqual([])
  await keepPicture(page, '14-closed')
  isClosed = false
  await page.clock.runFor(61_000)
  await expect(dialog.getByLabel(checkout.form.email)).toHaveValue('typed@screens.example')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Opens the dialog as this browser left it. */
async function checkScreen(
  page: Page,
  { step, action }: Pick<Screen, 'step' | 'action'>,
  { id }: ShownPayment,
): Promise<void> {
  await page.addInitScript(
    (payment) => {
      localStorage.setItem('keyhold-payment', JSON.stringify(payment))
    },
    { paymentId: id, edition: 'standard', quantity: 1, step },
  )
  await page.goto('/?lang=en')
  await page.getByRole('button', { name: siteTextsOf('en').preOrder.continuePayment }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(action, { exact: true })).toBeInViewport({ ratio: 1 })
  expect(await mainActions(dialog)).toEqual([action])
  expect(await findViolations(page, { include: '.checkout' })).toEqual([])
}

async function checkOrderPage(page: Page, { id }: ShownPayment): Promise<void> {
  await page.goto(`/order/${id}?lang=en`)
  const main = page.locator('.order-page')
  await expect(main.locator('.order-invoice')).toBeVisible()
  await expect(page.locator('.plain-order')).toHaveCount(0)
  expect(await mainActions(main)).toHaveLength(1)
  expect((await main.boundingBox())?.height).toBeLessThanOrEqual(PAGE_MAX_PX)
  // what every page has is checked in test/e2e/order-page.spec.ts
  expect(await findViolations(page, { include: '.order-page' })).toEqual([])
}

/** The labels of the buttons that are shown and not quiet. */
function mainActions(scope: Locator): Promise<string[]> {
  return scope
    .locator('.button:not(.button-quiet)')
    .filter({ visible: true })
    .allInnerTexts()
    .then((labels) => labels.map((label) => label.trim()))
}

/** Writes a picture of the screen for the document, small enough for a repository. */
async function keepPicture(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return
  const image = await loadImage(await page.screenshot())
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  const bytes = await canvas.encode('webp', 40)
  expect(bytes.length).toBeLessThanOrEqual(PICTURE_MAX_BYTES)
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/${name}.webp`, bytes)
}
