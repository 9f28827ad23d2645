import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
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
import { randomFrom } from './statistics.ts'
import { writeMeasured } from './write-measured.ts'

const TAP_WINDOW_MS = 3000
const AT_ONCE = 3
const PARTS = 'load,languages,taps,early,inp,next'
const PAGE = 'docs/performance.md'

/** Compares the landing page with the same page written by hand and with Next.js, in one interleaved run on a slow phone. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pairs: { type: 'string', default: '15' },
      taps: { type: 'string', default: '50' },
      seed: { type: 'string', default: '20251018' },
      parts: { type: 'string', default: PARTS },
      write: { type: 'boolean', default: false },
    },
  })
  const [pairs, taps, seed] = [Number(values.pairs), Number(values.taps), Number(values.seed)]
  const isWanted = (part: string) => values.parts.split(',').includes(part)
  if (values.write && values.parts !== PARTS)
    throw new Error(`expected all parts for --write, got ${values.parts}`)
  const cost = isWanted('languages') ? await measureOneMoreLanguage() : null
  const subjects = await serveSubjects()
  const browser = await launchBrowser()
  const results: Result[] = []
  const touches: Result[] = []
  const visits: Result[] = []
  const conditions = `${new Date().toISOString().slice(0, 10)}, Chromium ${browser.version()}, ${machine()}; ${values.pairs} pairs, ${values.taps} early taps, seed ${values.seed}`
  const tables = { 'landing page': results, touches, 'second pages': visits }
  try {
    console.log(conditions)
    if (isWanted('load')) {
      await interleaved(subjects.all, 1, (url) => measureLoad(browser, url)) // the first visit of each page is slow
      results.push(...loadResults(await interleaved(subjects.all, pairs, (url) => measureLoad(browser, url))))
    }
    if (cost !== null) results.push(...languageResults(await shiftsByLanguage(browser, subjects.all), cost))
    if (isWanted('taps'))
      results.push(...tapResults(await interleaved(subjects.all, pairs, (url) => measureTaps(browser, url))))
    if (isWanted('early'))
      results.push(...earlyTapResults(await tapAtRandom(browser, subjects.all, taps, randomFrom(seed))))
    if (isWanted('inp')) touches.push(...interactionResults(await interactionsOf(browser, subjects.all)))
    if (isWanted('next'))
      visits.push(...nextVisitResults(await measureNextVisits(browser, ours(subjects.all))))
    for (const [name, rows] of Object.entries(tables))
      if (values.write && rows.length > 0)
        await writeMeasured(PAGE, name, `${conditions}:\n\n${resultTable(rows)}`)
  } finally {
    for (const rows of Object.values(tables)) if (rows.length > 0) console.log(`\n${resultTable(rows)}`)
    await browser.close()
    await subjects.stop()
  }
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
