import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { serveShop } from '#test/served-shop.ts'
import { printTable, type Row } from './print-table.ts'
import { residentMb, treeCpuMs } from './process-cost.ts'
import { readOptions } from './read-options.ts'
import { median, quantile } from './statistics.ts'
import { withBench } from './with-bench.ts'

/** After this time the work that a start leaves for later is done. */
const SETTLED_MS = 5_000

interface Start {
  readonly readyMs: number
  /** CPU of the shop and its PostgreSQL until it was ready. */
  readonly cpuMs: number
  /** The same, some seconds later. */
  readonly settledCpuMs: number
  readonly settledMb: number
}

/**
 * Measures warm starts of this folder's shop, in turn with those of another folder if `--against` names one. On a machine
 * with other work the CPU time is the figure that can be compared.
 */
export async function run(args: readonly string[]): Promise<void> {
  const options = readOptions(args, { starts: 9, against: '' })
  const folders = [process.cwd(), ...(options.against === '' ? [] : [resolve(options.against)])]
  const starts = new Map<string, Start[]>(folders.map((folder) => [folder, []]))
  await withBench(async (bench) => {
    const dataOf = (folder: string) => join(bench.folder, String(folders.indexOf(folder)))
    // the first two create the data folder and V8's compiled code
    for (const folder of [...folders, ...folders]) await measureStart(folder, dataOf(folder))
    for (let turn = 0; turn < options.starts; turn++) {
      for (const folder of folders) starts.get(folder)?.push(await measureStart(folder, dataOf(folder)))
    }
  })
  for (const [folder, measured] of starts) printTable(`start of ${folder}`, rowsOf(measured))
}

async function measureStart(folder: string, dataFolder: string): Promise<Start> {
  const startedAt = performance.now()
  const shop = await serveShop({ KEYHOLD_DATA: dataFolder }, folder)
  const readyMs = performance.now() - startedAt
  const cpuMs = await treeCpuMs(shop.pid)
  await delay(SETTLED_MS)
  const settledCpuMs = await treeCpuMs(shop.pid)
  const settledMb = await residentMb(shop.pid)
  await shop.stop()
  return { readyMs, cpuMs, settledCpuMs, settledMb }
}

function rowsOf(starts: readonly Start[]): readonly Row[] {
  const show = (pick: (start: Start) => number, unit: string) => {
    const values = starts.map(pick)
    const [low, high] = [quantile(values, 0), quantile(values, 1)]
    return `${median(values).toFixed(0)} ${unit} (${low.toFixed(0)}–${high.toFixed(0)})`
  }
  return [
    { what: 'start to ready', measured: show(({ readyMs }) => readyMs, 'ms'), aim: '≤ 1,500 ms' },
    { what: 'CPU until ready, with PostgreSQL', measured: show(({ cpuMs }) => cpuMs, 'ms'), aim: '–' },
    { what: 'the same after 5 s', measured: show(({ settledCpuMs }) => settledCpuMs, 'ms'), aim: '–' },
    { what: 'memory of the shop then', measured: show(({ settledMb }) => settledMb, 'MB'), aim: '–' },
  ]
}
