import { secretOf } from '#test/installation-secret.ts'
import { order, railOpen } from '#test/shop-client.ts'
import { drawChart } from './draw-chart.ts'
import { printTable } from './print-table.ts'
import { cpuMs } from './process-cost.ts'
import { readOptions } from './read-options.ts'
import { median } from './statistics.ts'
import { BENCH_CODE, withBench } from './with-bench.ts'

const WARM_UP = 30
const AIM_MS = 10

/** Measures pages that are made for one reader: CPU of the shop for a request, in rounds of all pages. */
export async function run(args: readonly string[]): Promise<void> {
  const { rounds, requests, chart } = readOptions(args, { rounds: 7, requests: 100, chart: '' })
  await withBench(async (bench) => {
    const shop = await bench.shop()
    await railOpen(shop.url, 'erc20')
    const pages = await pagesOf(shop.url)
    const costs: number[][] = pages.map(() => [])
    const bytes: number[] = []
    for (let round = 0; round < rounds; round++) {
      for (const [index, page] of pages.entries()) {
        if (round === 0) await ask(shop.url, page, WARM_UP)
        const before = await cpuMs(shop.pid)
        bytes[index] = await ask(shop.url, page, requests)
        costs[index]?.push(((await cpuMs(shop.pid)) - before) / requests)
      }
    }
    const bars = pages.map(({ what }, index) => {
      const value = median(costs[index] ?? [])
      return { label: what, value, text: `${value.toFixed(1)} ms` }
    })
    printTable(
      'pages: CPU of the shop for a request',
      bars.map(({ label, value, text }, index) => ({
        what: `${label}, ${((bytes[index] ?? 0) / 1000).toFixed(1)} kB`,
        measured: text,
        aim: `≤ ${String(AIM_MS)} ms  ${value <= AIM_MS ? 'PASS' : 'MISS'}`,
      })),
    )
    await drawChart(chart, {
      title: 'Pages made for one reader',
      axis: 'CPU of the shop for a request, in ms',
      bars,
      mark: { value: AIM_MS, text: `aim ${String(AIM_MS)} ms` },
    })
  })
}

interface Page {
  readonly what: string
  readonly path: string
  readonly cookie?: string
}

async function pagesOf(url: string): Promise<readonly Page[]> {
  const { id } = await order(url, BENCH_CODE, {
    network: 'erc20',
    edition: 'standard',
    quantity: 2,
    email: 'buyer@example.com',
    idempotencyKey: 'bench-pages',
  })
  const cookie = `keyhold_order_${id}=${secretOf({ id })}`
  return [
    { what: "a buyer's own order", path: `/order/${id}`, cookie },
    { what: 'the same in Arabic', path: `/order/${id}?lang=ar`, cookie },
    { what: 'an order opened by somebody else', path: `/order/${id}` },
    { what: 'the order form without JavaScript', path: '/order?edition=standard' },
    { what: 'the link to an order, asked for', path: '/recover' },
    { what: 'the withdrawal', path: '/withdraw' },
    { what: 'the status', path: '/status' },
    { what: 'the waiting list', path: '/waiting-list?edition=standard' },
  ]
}

/** @returns the bytes of a page as it came over the wire. */
async function ask(url: string, { path, cookie }: Page, times: number): Promise<number> {
  let bytes = 0
  for (let n = 0; n < times; n++) {
    const reply = await fetch(url + path, {
      headers: {
        'accept-encoding': 'gzip, br',
        accept: 'text/html',
        ...(cookie !== undefined && { cookie }),
      },
    })
    if (!reply.ok) throw new Error(`expected ${path}, got ${String(reply.status)}`)
    await reply.arrayBuffer()
    bytes = Number(reply.headers.get('content-length') ?? 0)
  }
  return bytes
}
