import { parseAmount } from '#shared/money.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { findBitcoind, startBitcoind, type Bitcoind } from '#test/nodes/bitcoind.ts'
import { deployToken, mine, sendToken } from '#test/nodes/evm-wallet.ts'
import { signInAs } from './admin-fixture.ts'
import { expectInvoice, fact, order, type OrderInput } from './buyer.ts'
import { gameWith } from './edition-game.ts'
import { expectDelivered } from './purchase.ts'
import { expect, STARTED_WITHIN_MS, test as base } from './shop.ts'
import { expectAccessible, openIn, VIEWS } from './views.ts'

const VOYAGE = { id: 'voyage', name: 'The Voyage', priceCents: 24_50 }
const CREW = { id: 'crew', name: 'The Crew', priceCents: 1_249_00, isBestValue: true }

/** A studio of the European Union: prices in euros, bitcoin and USDC, and no node but theirs. */
const test = base.extend<object, { nodes: { anvil: Anvil; token: string; bitcoind: Bitcoind } | null }>({
  nodes: [
    async ({}, use) => {
      if (!hasAnvil() || (await findBitcoind()) === null) {
        await use(null)
        return
      }
      const [anvil, bitcoind] = await Promise.all([startAnvil(), startBitcoind()])
      try {
        await use({ anvil, token: await deployToken(anvil, 6), bitcoind })
      } finally {
        await Promise.all([anvil.stop(), bitcoind.stop()])
      }
    },
    { scope: 'worker', timeout: STARTED_WITHIN_MS },
  ],
  shopSettings: [
    async ({ nodes }, use) => {
      await use({
        KEYHOLD_GAME: gameWith([VOYAGE, CREW], 'EUR'),
        KEYHOLD_RAILS: 'bitcoin,usdc-ethereum',
        KEYHOLD_RATES: 'fixed:BTC=60000,USDC=1,EUR=1.25',
        ...(nodes === null
          ? {}
          : {
              KEYHOLD_ETHEREUM_RPC: nodes.anvil.url,
              KEYHOLD_ETHEREUM_CHAIN_ID: String(nodes.anvil.chainId),
              KEYHOLD_USDC_ETHEREUM: nodes.token,
              KEYHOLD_BITCOIN_RPC: nodes.bitcoind.url,
              KEYHOLD_BITCOIN_NETWORK: 'regtest',
            }),
      })
    },
    { scope: 'worker' },
  ],
})

test('a shop in euros sells for bitcoin and USDC on real nodes', async ({
  page,
  shop,
  mailServer,
  nodes,
}) => {
  test.skip(nodes === null, 'no anvil or no bitcoind for this machine')
  const { anvil, token, bitcoind } = nodes!
  const usual = { edition: VOYAGE.id, editionName: VOYAGE.name, quantity: 2 } as const
  const usdc: OrderInput = {
    ...usual,
    network: 'usdc-ethereum',
    isOnlyNetwork: true,
    email: 'usdc@buyer.example',
  }
  const paidUsdc = await order(page, usdc)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('The Voyage: €49.00')
  // 49 euros are 61.25 dollars
  expect(paidUsdc.amount).toBe('61.25')
  await sendToken(anvil, token, paidUsdc.address, parseAmount(paidUsdc.amount, 6))
  await mine(anvil, 13)
  await expectInvoice(page, usdc, paidUsdc)
  await expectDelivered({ shop, mailServer }, usdc, paidUsdc)
  const [mail] = mailServer.mailsTo(usdc.email)
  expect(mail?.text).toContain('49.00 EUR')

  const bitcoin: OrderInput = { ...usual, network: 'bitcoin', email: 'btc@buyer.example' }
  const paidBitcoin = await order(page, bitcoin)
  expect(paidBitcoin.amount).toBe('0.00102084')
  await bitcoind.send({ address: paidBitcoin.address, sats: parseAmount(paidBitcoin.amount, 8) })
  await expect(dialog.getByText('Payment detected')).toBeVisible()
  await bitcoind.mine()
  await expectInvoice(page, bitcoin, paidBitcoin)
  await expect(fact(dialog, 'Amount paid')).toHaveText('0.00102084 BTC')
  const row = await page.request.get(`/data/payments/${paidBitcoin.id}`)
  expect(await row.json()).toMatchObject({ currency: 'EUR', price: 49, price_usd: 61.25 })

  await signInAs(page, shop, 'owner')
  await page.goto(`/admin#/orders/${paidBitcoin.id}`)
  await expect(page.getByText('€49.00').first()).toBeVisible()
  await page.goto('/admin#/statistics')
  await expect(page.getByText('€98.00').first()).toBeVisible()
})

test('prices in euros are written as each language writes them, and fit', async ({ page }) => {
  for (const view of VIEWS) {
    await openIn(page, view)
    const totals = page.locator('.edition-total')
    await expect(totals.first()).toHaveText(view.language === 'en' ? '€24.50' : /٢٤٫٥٠\s€/)
    await expect(totals.first()).toHaveAttribute('value', '2450')
    await page.locator('.editions').scrollIntoViewIfNeeded()
    await expectAccessible(page, '.editions')
  }
  const offer = await page.locator('script[type="application/ld+json"]').first().textContent()
  expect(offer).toContain('"priceCurrency":"EUR"')
  expect(await (await page.request.get('/legal/terms')).text()).toContain('€24.50')
})
