import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { startAnvil, hasAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { findBitcoind, startBitcoind, type Bitcoind } from '#test/nodes/bitcoind.ts'
import { deployToken, mine, sendEthByContract, sendToken } from '#test/nodes/evm-wallet.ts'
import { parseAmount } from '#shared/money.ts'
import {
  createPayment,
  fact,
  fillForm,
  openDialog,
  passCaptcha,
  expectInvoice,
  type OrderInput,
} from './buyer.ts'
import { expectPanel } from './payment-panel.ts'
import { expectDelivered, usedKeys } from './purchase.ts'
import { expect, STARTED_WITHIN_MS, test as base } from './shop.ts'

interface Nodes {
  /** Null if no node is available, which is logged. */
  readonly ethereum: { readonly anvil: Anvil; readonly token: string } | null
  readonly bitcoind: Bitcoind | null
}

const test = base.extend<object, { nodes: Nodes }>({
  nodes: [
    async ({}, use) => {
      const anvil = hasAnvil() ? await startAnvil() : null
      const bitcoind = (await findBitcoind()) === null ? null : await startBitcoind()
      try {
        await use({
          ethereum: anvil === null ? null : { anvil, token: await deployToken(anvil, 6) },
          bitcoind,
        })
      } finally {
        await Promise.all([anvil?.stop(), bitcoind?.stop()])
      }
    },
    // the first run of a fresh checkout downloads bitcoind
    { scope: 'worker', timeout: STARTED_WITHIN_MS },
  ],
  shopSettings: [
    async ({ nodes: { ethereum, bitcoind } }, use) => {
      await use({
        ...(ethereum === null
          ? {}
          : {
              KEYHOLD_ETHEREUM_RPC: ethereum.anvil.url,
              KEYHOLD_ETHEREUM_CHAIN_ID: String(ethereum.anvil.chainId),
              KEYHOLD_USDT_ERC20: ethereum.token,
            }),
        ...(bitcoind === null
          ? {}
          : { KEYHOLD_BITCOIN_RPC: bitcoind.url, KEYHOLD_BITCOIN_NETWORK: 'regtest' }),
      })
    },
    { scope: 'worker' },
  ],
})

/** Records what a payment's live channel has pushed to a page. */
function pushesTo(page: Page): readonly string[] {
  const pushes: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const text = payload.toString()
      if (text.includes('"changed"') && text.includes('payment:')) pushes.push(text)
    })
  })
  return pushes
}

/**
 * Records the order of what the dialog shows and of two timers that start when it shows the confirmation. They run in
 * the page, so that a slow machine delays them as much as the dialog.
 */
function stepsToInvoice(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    () =>
      new Promise<readonly string[]>((resolve) => {
        const steps: string[] = []
        const see = () => {
          const text = document.querySelector('[role=dialog], dialog[open]')?.textContent ?? ''
          if (!steps.includes('confirmed') && text.includes('Your invoice follows in a moment.')) {
            steps.push('confirmed')
            setTimeout(() => steps.push('1.5 s'), 1_500)
            setTimeout(() => {
              steps.push('4 s')
              resolve(steps)
            }, 4_000)
          }
          if (!steps.includes('invoice') && text.includes('CONFIRMED')) steps.push('invoice')
        }
        new MutationObserver(see).observe(document.body, {
          childList: true,
          subtree: true,
          characterData: true,
        })
      }),
  )
}

test('2 supporter copies are bought with USDT on ERC-20, paid on a real Ethereum node', async ({
  page,
  context,
  shop,
  mailServer,
  nodes,
}) => {
  const input: OrderInput = {
    edition: 'supporter',
    quantity: 2,
    network: 'erc20',
    email: 'usdt@buyer.example',
  }
  test.skip(nodes.ethereum === null, 'no anvil for this machine')
  const { anvil, token } = nodes.ethereum!
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const used = await usedKeys(shop)
  const pushes = pushesTo(page)
  await openDialog(page, input)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Supporter Edition: $239.98')
  await expect(dialog).toContainText('2 copies × $119.99 each')
  await expect(dialog).toContainText('Secure cryptocurrency payment with blockchain verification')
  await fillForm(page, input)
  await passCaptcha(page, input)
  const payment = await createPayment(page, input)
  expect(payment.amount).toBe('239.98')
  await expectPanel(page, input, payment)
  await dialog.getByRole('button', { name: 'Copy Address' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(payment.address)

  await dialog.getByRole('button', { name: "I've Sent the Payment - Verify Now" }).click()
  await expect(dialog.getByText('Waiting for your payment on the blockchain')).toBeVisible()
  await expect(dialog.getByText('Security validated')).toBeVisible()
  await dialog.getByRole('button', { name: 'Check Payment on Blockchain' }).click()
  const notYet = 'Payment not detected. Please verify you sent the exact amount to the correct address.'
  await expect(dialog.getByText(notYet)).toBeVisible()
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog.getByText('2 checks made')).toBeVisible()

  const txHash = await sendToken(anvil, token, payment.address, parseAmount('239.98', 6))
  await mine(anvil)
  await expect(dialog.getByText('Processing')).toBeVisible()
  await expect(dialog.getByText('Payment detected')).toBeVisible()
  await expect(dialog.getByText('Confirmations: 1 of 32')).toBeVisible()
  expect(pushes.length).toBeGreaterThan(0)
  const steps = stepsToInvoice(page)
  await mine(anvil, 31)
  await expectInvoice(page, input, payment)
  expect(await steps).toEqual(['confirmed', '1.5 s', 'invoice', '4 s'])
  await expect(fact(dialog, 'Status')).toHaveText('CONFIRMED')
  await expect(fact(dialog, 'Amount paid')).toHaveText('239.98 USDT')
  await expect(fact(dialog, 'Cryptocurrency')).toHaveText('Tether USD (USDT)')
  await expect(fact(dialog, 'Network')).toHaveText('ERC-20 (Ethereum)')
  await expect(fact(dialog, 'Payment address')).toHaveText(payment.address)
  await expect(fact(dialog, 'Transaction hash').locator('bdi').filter({ visible: true })).toHaveText(
    `${txHash.slice(0, 16)}…`,
  )
  await expect(dialog.getByText('Your 2 keys were sent to usdt@buyer.example.')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download Full Invoice' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`invoice-${payment.id.slice(0, 8)}.txt`)
  const file = await readFile(await download.path(), 'utf8')
  for (const line of [
    'Customer e-mail: usdt@buyer.example',
    'Edition: SUPPORTER EDITION',
    'Amount paid (USD): $239.98',
    `Invoice ID: ${payment.id}`,
    `Transaction hash: ${txHash}`,
  ])
    expect(file).toContain(line)
  await dialog.getByRole('button', { name: 'Copy Invoice ID' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(payment.id)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Continue your payment' })).toBeHidden()

  await expectDelivered({ shop, mailServer }, input, payment)
  expect(await usedKeys(shop)).toHaveLength(used.length + 2)
})

test('a copy is bought with bitcoin, seen in the mempool of a real node and mined', async ({
  page,
  shop,
  mailServer,
  nodes: { bitcoind },
}) => {
  test.skip(bitcoind === null, 'no bitcoind for this machine')
  const input: OrderInput = { network: 'bitcoin', email: 'btc@buyer.example' }
  const used = await usedKeys(shop)
  await openDialog(page, input)
  await fillForm(page, input)
  await passCaptcha(page, input)
  const payment = await createPayment(page, input)
  expect(payment.amount).toBe('0.0010665')
  await expectPanel(page, input, payment)
  const dialog = page.getByRole('dialog')

  const txid = await bitcoind!.send({ address: payment.address, sats: parseAmount(payment.amount, 8) })
  // no input: detection advances the dialog
  await expect(dialog.getByText('Payment detected')).toBeVisible()
  await expect(dialog.getByText('Confirmations: 0 of 1')).toBeVisible()
  await bitcoind!.mine()
  await expectInvoice(page, input, payment)
  await expect(fact(dialog, 'Amount paid')).toHaveText('0.0010665 BTC')
  await expect(fact(dialog, 'Confirmations')).toHaveText('1')
  await expect(fact(dialog, 'Transaction hash').locator('bdi').filter({ visible: true })).toHaveText(
    `${txid.slice(0, 16)}…`,
  )
  await expectDelivered({ shop, mailServer }, input, payment)
  expect(await usedKeys(shop)).toHaveLength(used.length + 1)
})

test('a copy is bought with ether sent by a contract, which only the balance shows', async ({
  page,
  shop,
  mailServer,
  nodes: { ethereum },
}) => {
  test.skip(ethereum === null, 'no anvil for this machine')
  const { anvil } = ethereum!
  const input: OrderInput = { network: 'ethereum', email: 'eth@buyer.example' }
  const used = await usedKeys(shop)
  await openDialog(page, input)
  await fillForm(page, input)
  await passCaptcha(page, input)
  const payment = await createPayment(page, input)
  expect(payment.amount).toBe('0.02133')
  await expectPanel(page, input, payment)
  const dialog = page.getByRole('dialog')

  await sendEthByContract(anvil, payment.address, parseAmount(payment.amount, 18))
  await mine(anvil)
  await expect(dialog.getByText('Payment detected')).toBeVisible()
  await mine(anvil, 12)
  await expectInvoice(page, input, payment)
  await expect(fact(dialog, 'Amount paid')).toHaveText('0.02133 ETH')
  await expect(fact(dialog, 'Transaction hash')).toHaveText('Seen by balance')
  await expectDelivered({ shop, mailServer }, input, payment)
  expect(await usedKeys(shop)).toHaveLength(used.length + 1)
})
