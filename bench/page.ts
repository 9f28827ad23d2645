import { cpus, loadavg } from 'node:os'
import type { Browser } from '@playwright/test'
import { LANGUAGES } from '#shared/languages.ts'
import { measureLoad, measureShifts } from './page/measure-load.ts'
import { measureInteractions, type ControlName } from './page/measure-inp.ts'
import { measureNextVisits } from './page/measure-next-visits.ts'
import { measureTaps, tapEarly, type EarlyTap } from './page/measure-taps.ts'
import { measureOneMoreLanguage } from './page/one-more-language.ts'
import { launchBrowser } from './page/phone.ts'
import { resultTable, type Result } from './page/result-table.ts'
import { serveSubjects, type Subject, type SubjectName } from './page/subjects.ts'
import {
  earlyTapResults,
  interactionResults,
  languageResults,
  loadResults,
  nextVisitResults,
  tapResults,
  type MeasurementsByPage,
} from './page/results.ts'
import { readOptions } from './read-options.ts'
import { randomFrom } from './statistics.ts'
import { withBench } from './with-bench.ts'
import { writeMeasured } from './write-measured.ts'

const TAP_WINDOW_MS = 3000
const AT_ONCE = 3
const PARTS = 'load,languages,taps,early,inp,next'
const PAGE = 'docs/performance.md'

/** Compares the landing page with the same page written by hand and with Next.js, in one interleaved run on a slow phone. */
export async function run(args: readonly string[]): Promise<void> {
  const defaults = { pairs: 15, taps: 50, seed: 20_251_018, parts: PARTS, write: false }
  const { pairs, taps, seed, parts, write } = readOptions(args, defaults)
  const isWanted = (part: string) => parts.split(',').includes(part)
  if (write && parts !== PARTS) throw new Error(`expected all parts for --write, got ${parts}`)
  const cost = isWanted('languages') ? await measureOneMoreLanguage() : null
  await withBench(async (bench) => {
    const subjects = await serveSubjects(bench)
    const browser = await launchBrowser()
    bench.defer(() => browser.close())
    const results: Result[] = []
    const touches: Result[] = []
    const visits: Result[] = []
    const conditions = `${new Date().toISOString().slice(0, 10)}, Chromium ${browser.version()}, ${machine()}; ${String(pairs)} pairs, ${String(taps)} early taps, seed ${String(seed)}`
    const tables = { 'landing page': results, touches, 'second pages': visits }
    try {
      console.log(conditions)
      if (isWanted('load')) {
        await interleaved(subjects, 1, (url) => measureLoad(browser, url)) // the first visit of each page is slow
        results.push(...loadResults(await interleaved(subjects, pairs, (url) => measureLoad(browser, url))))
      }
      if (cost !== null) results.push(...languageResults(await shiftsByLanguage(browser, subjects), cost))
      if (isWanted('taps'))
        results.push(...tapResults(await interleaved(subjects, pairs, (url) => measureTaps(browser, url))))
      if (isWanted('early'))
        results.push(...earlyTapResults(await tapAtRandom(browser, subjects, taps, randomFrom(seed))))
      if (isWanted('inp')) touches.push(...interactionResults(await interactionsOf(browser, subjects)))
      if (isWanted('next')) visits.push(...nextVisitResults(await measureNextVisits(browser, ours(subjects))))
      for (const [name, rows] of Object.entries(tables))
        if (write && rows.length > 0)
          await writeMeasured(PAGE, name, `${conditions}:\n\n${resultTable(rows)}`)
    } finally {
      for (const rows of Object.values(tables)) if (rows.length > 0) console.log(`\n${resultTable(rows)}`)
    }
  })
}

const INTERACTION_VISITS = 5

async function interactionsOf(browser: Browser, subjects: readonly Subject[]) {
  const visits: ReadonlyMap<ControlName, number>[] = []
  for (let visit = 0; visit < INTERACTION_VISITS; visit++)
    visits.push(await measureInteractions(browser, ours(subjects)))
  return visits
}

function ours(subjects: readonly Subject[]): string {
  return subjects.find(({ name }) => name === 'ours')?.url ?? ''
}

/** Describes the machine and its load average over the last minute. */
function machine(): string {
  const [load = 0] = loadavg()
  return `${String(cpus().length)} x ${cpus()[0]?.model ?? 'unknown'}, load ${load.toFixed(1)}`
}

/** Measures each subject once per round, so that other load on the machine affects all of them alike. */
async function interleaved<Measured>(
  subjects: readonly Subject[],
  rounds: number,
  measure: (url: string) => Promise<Measured>,
): Promise<MeasurementsByPage<Measured>> {
  const measured = emptyLists<Measured>(subjects)
  for (let round = 0; round < rounds; round++) {
    for (const { name, url } of rotate(subjects, round)) measured.get(name)?.push(await measure(url))
    process.stdout.write('.')
  }
  process.stdout.write('\n')
  return measured
}

async function tapAtRandom(
  browser: Browser,
  subjects: readonly Subject[],
  taps: number,
  random: () => number,
): Promise<MeasurementsByPage<EarlyTap>> {
  const measured = emptyLists<EarlyTap>(subjects)
  const moments = Array.from({ length: taps }, () => random() * TAP_WINDOW_MS)
  const waiting = moments.flatMap((afterMs) => subjects.map((subject) => ({ ...subject, afterMs })))
  await measureConcurrently(waiting, async ({ name, url, afterMs }) => {
    measured.get(name)?.push(await tapEarly(browser, url, afterMs))
  })
  return measured
}

async function shiftsByLanguage(
  browser: Browser,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, number>> {
  const shifts = new Map<string, number>()
  await measureConcurrently(LANGUAGES, async (language) => {
    shifts.set(language, await measureShifts(browser, `${ours(subjects)}?lang=${language}`))
  })
  return shifts
}

/** Runs measurements concurrently that need no idle machine: load only makes them harder to pass. */
async function measureConcurrently<Item>(
  items: readonly Item[],
  measure: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await measure(next)
      process.stdout.write('.')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  process.stdout.write('\n')
}

function emptyLists<Measured>(subjects: readonly Subject[]): Map<SubjectName, Measured[]> {
  return new Map(subjects.map(({ name }) => [name, []]))
}

/** Rotates the list, so that another item is first in each round. */
function rotate<Item>(items: readonly Item[], by: number): readonly Item[] {
  const from = by % items.length
  return [...items.slice(from), ...items.slice(0, from)]
}
