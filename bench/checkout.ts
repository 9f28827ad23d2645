import type { Locator, Page } from '@playwright/test'
import { refundAddressOf } from '#test/refund-addresses.ts'
import { launchBrowser } from './page/phone.ts'
import { printTable } from './print-table.ts'
import { readOptions } from './read-options.ts'
import { median } from './statistics.ts'
import { BENCH_CODE, withBench } from './with-bench.ts'

const PHONE = { width: 390, height: 844 }

interface Path {
  taps: number
  /** CSS pixels by which dialog and pages had to be scrolled to reach each control, and no further. */
  scrolledPx: number
  /** From the tap on "Order Now" to the payment details; nobody reads or hesitates. */
  panelS: number
  /** From the tap on "Order Now" to the invoice, with the demo's confirmations. */
  invoiceS: number
  /** The height of the form's content in CSS pixels, once a coin is chosen. */
  formPx: number
}

/**
 * Measures the way of a buyer on a phone from "Order Now" to the invoice: USDT on Tron, amount and address copied, paid
 * with the demo's wallet.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { runs } = readOptions(args, { runs: 3 })
  const paths: Path[] = []
  await withBench(async (bench) => {
    const shop = await bench.shop()
    const browser = await launchBrowser()
    bench.defer(() => browser.close())
    for (let turn = 0; turn < runs; turn++) {
      const context = await browser.newContext({
        viewport: PHONE,
        isMobile: true,
        hasTouch: true,
        locale: 'en-US',
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      paths.push(await buy(await context.newPage(), `${shop.url}/?lang=en`))
      await context.close()
    }
  })
  printTable('from "Order Now" to the invoice at 390 x 844', rowsOf(paths))
}

async function buy(page: Page, url: string): Promise<Path> {
  const path: Path = { taps: 0, scrolledPx: 0, panelS: 0, invoiceS: 0, formPx: 0 }
  const tap = async (control: Locator) => {
    path.scrolledPx += await scrollTo(control)
    path.taps += 1
    await control.tap()
  }
  await page.goto(url)
  const dialog = page.getByRole('dialog')
  const order = page.locator('button.order[value="standard"]')
  await order.scrollIntoViewIfNeeded()
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  await tap(order)
  await tap(dialog.getByRole('radio', { name: /^Tether USD/ }))
  await tap(dialog.getByRole('group', { name: 'Choose the network' }).getByRole('radio', { name: /^TRC-20/ }))
  const fill = async (name: string, text: string) => {
    await tap(dialog.getByLabel(name))
    await dialog.getByLabel(name).fill(text)
  }
  await fill('E-mail address', 'buyer@phone.example')
  await fill('Refund wallet address', refundAddressOf('trc20'))
  path.formPx = await dialog.locator('form').evaluate((form) => form.clientHeight)
  await fill('Characters in the picture', BENCH_CODE)
  await dialog.getByText('Security verification passed').waitFor()
  await tap(dialog.getByRole('button', { name: 'Create Payment' }))
  await dialog.getByText('Send your payment').waitFor()
  path.panelS = seconds()
  await tap(dialog.getByRole('button', { name: 'Copy Amount' }))
  await tap(dialog.getByRole('button', { name: 'Copy Address' }))
  const opening = page.waitForEvent('popup')
  await tap(dialog.getByRole('link', { name: 'Pay with the demo wallet' }))
  const wallet = await opening
  await tap(wallet.getByRole('button', { name: 'Pay', exact: true }))
  await wallet.getByText(/^Sent: /).waitFor()
  await wallet.close()
  await dialog.getByRole('heading', { name: 'Payment Confirmed' }).waitFor()
  path.invoiceS = seconds()
  await tap(dialog.getByRole('link', { name: /^Show my key/ }))
  return path
}

/** Brings a control into view by the shortest way. @returns by how many CSS pixels that scrolled. */
function scrollTo(control: Locator): Promise<number> {
  return control.evaluate((element) => {
    const scrollers: Element[] = []
    for (let one = element.parentElement; one !== null; one = one.parentElement) scrollers.push(one)
    const before = scrollers.map((one) => one.scrollTop)
    element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    return scrollers.reduce((sum, one, index) => sum + Math.abs(one.scrollTop - (before[index] ?? 0)), 0)
  })
}

function rowsOf(paths: readonly Path[]) {
  const row = (what: string, pick: (path: Path) => number, unit: string, digits: number) => ({
    what,
    measured: `${median(paths.map(pick)).toFixed(digits)}${unit}`,
    aim: '–',
  })
  return [
    row('taps', (path) => path.taps, '', 0),
    row('scrolled', (path) => path.scrolledPx, ' px', 0),
    row('height of the form', (path) => path.formPx, ' px', 0),
    row('to the payment details', (path) => path.panelS, ' s', 1),
    row('to the invoice', (path) => path.invoiceS, ' s', 1),
  ]
}
