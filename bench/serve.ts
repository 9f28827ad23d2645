import { drawChart, type Bar } from './draw-chart.ts'
import { fire, type FiringWindow } from './fire-requests.ts'
import { makeNext } from './fixtures/make-next.ts'
import { printTable } from './print-table.ts'
import { treeCpuMs } from './process-cost.ts'
import { readOptions } from './read-options.ts'
import { measureBesideOrders } from './serve-beside-orders.ts'
import { BARE, startBare, startNext, startNginx, type ServeSubject } from './serve-subjects.ts'
import { median, quantile } from './statistics.ts'
import { withBench } from './with-bench.ts'

const WARM_UP_S = 3

interface Measured extends FiringWindow {
  /** CPU time of the server for a thousand requests, in ms. */
  readonly cpuMs: number
}

/**
 * Measures requests per second for the landing page, in alternating windows: the shop, a bare `node:http` handler and Debian's
 * nginx that send the same bytes, and `next start`. On a busy machine the CPU time for a request is the figure to compare.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { pairs, seconds, next, chart } = readOptions(args, { pairs: 5, seconds: 8, next: 'yes', chart: '' })
  await withBench(async (bench) => {
    const shop = await bench.shop()
    const subjects: ServeSubject[] = [{ ...shop, name: 'the shop' }]
    const add = (subject: ServeSubject) => {
      bench.defer(() => subject.stop())
      subjects.push(subject)
    }
    const bare = await startBare(shop.url, bench.folder, 'plain')
    add(bare)
    add(await startBare(shop.url, bench.folder, 'as the shop'))
    const nginx = await startNginx(shop.url, bench.folder)
    if (nginx !== null) add(nginx)
    if (next === 'yes') {
      const built = await makeNext('.cache/bench/next')
      if (built.kind === 'built') add(await startNext(built.folder))
      else console.log(`without next start: ${built.reason}`)
    }
    await drawChart(chart, {
      title: 'The landing page from memory',
      axis: 'CPU of the server for a thousand requests, in ms',
      bars: await measure(subjects, pairs, seconds),
    })
    await measureBesideOrders({ ...shop, name: 'the shop' }, bare)
  })
}

async function measure(
  subjects: readonly ServeSubject[],
  rounds: number,
  seconds: number,
): Promise<readonly Bar[]> {
  for (const { url } of subjects) await fire(url, WARM_UP_S)
  const windows: Measured[][] = subjects.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, { url, pid }] of subjects.entries()) {
      const before = await treeCpuMs(pid)
      const window = await fire(url, seconds)
      const cpuMs = (((await treeCpuMs(pid)) - before) / (window.perS * seconds)) * 1000
      windows[index]?.push({ ...window, cpuMs })
    }
  }
  const [ours = []] = windows
  const rateOf = (of: readonly Measured[]) => median(of.map(({ perS }) => perS))
  const cpuOf = (of: readonly Measured[]) => median(of.map(({ cpuMs }) => cpuMs))
  printTable(
    'serve: requests for / a second, CPU for a thousand of them; the shop ÷ the other',
    subjects.map(({ name }, index) => {
      const theirs = windows[index] ?? []
      const rates = theirs.map(({ perS }) => perS)
      const [low, high] = [quantile(rates, 0), quantile(rates, 1)]
      const ratio = rateOf(ours) / rateOf(theirs)
      const compared =
        index === 0
          ? ''
          : `; ${ratio.toFixed(2)} x the requests, ${(cpuOf(ours) / cpuOf(theirs)).toFixed(2)} x the CPU`
      const bytes = median(theirs.map(({ bytesEach }) => bytesEach)).toFixed(0)
      return {
        what: `${name}, ${bytes} B each`,
        measured: `${rateOf(theirs).toFixed(0)} (${low.toFixed(0)}–${high.toFixed(0)}), ${cpuOf(theirs).toFixed(1)} ms${compared}`,
        aim: name.startsWith(BARE) ? '≥ 0.9 x the requests' : name === 'next start' ? '≥ 10 x' : '–',
      }
    }),
  )
  return subjects.map(({ name }, index) => {
    const ms = cpuOf(windows[index] ?? [])
    return { label: name, value: ms, text: `${ms.toFixed(1)} ms` }
  })
}
