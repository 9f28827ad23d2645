import { median, quantile } from '../statistics.ts'
import type { LoadMeasurement } from './measure-load.ts'
import { responseTimeMs, usableTimeMs, type EarlyTap, type TapMeasurement } from './measure-taps.ts'
import type { ControlName } from './measure-inp.ts'
import type { NextVisits } from './measure-next-visits.ts'
import type { LanguageCost } from './one-more-language.ts'
import type { Result } from './result-table.ts'
import type { TapResponse } from './probe.ts'
import type { SubjectName } from './subjects.ts'

/** The measurements by page; a page that is not available is not in the map. */
export type MeasurementsByPage<Measured> = ReadonlyMap<SubjectName, readonly Measured[]>

const KB = 1000
type Limit = { readonly text: string; readonly holds: (ours: number, ratio: number) => boolean } | null

const ratioAtMost = (limit: number): Limit => ({
  text: `≤ ${String(limit)} x`,
  holds: (_, ratio) => ratio <= limit,
})

export function loadResults(loads: MeasurementsByPage<LoadMeasurement>): Result[] {
  const of = (pick: (load: LoadMeasurement) => number) => mapped(loads, (all) => all.map(pick))
  const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} kB`
  return [
    compared(
      'first contentful paint',
      of((load) => load.fcpMs),
      inMs,
      ratioAtMost(1.05),
    ),
    compared(
      'largest contentful paint',
      of((load) => load.lcpMs),
      inMs,
      ratioAtMost(1.05),
    ),
    compared(
      'HTML, CSS and JS before idle',
      of((load) => load.earlyCodeBytes),
      kilobytes,
      {
        text: '≤ 1.25 x, ≤ 30 kB',
        holds: (ours, ratio) => ratio <= 1.25 && ours <= 30 * KB,
      },
    ),
    compared(
      'scripts in files, after idle',
      of((load) => load.scriptBytes),
      kilobytes,
      {
        text: '≤ 75 kB',
        holds: (ours) => ours <= 75 * KB,
      },
    ),
    compared(
      'requests before idle',
      of((load) => load.requests),
      String,
      null,
    ),
    compared(
      'total blocking time',
      of((load) => load.blockedMs),
      inMs,
      {
        text: '≤ 50 ms',
        holds: (ours) => ours <= 50,
      },
    ),
    compared(
      'layout shift while loading',
      of((load) => load.cls),
      (cls) => cls.toFixed(3),
      {
        text: '0',
        holds: (ours) => ours < 0.0005,
      },
    ),
  ]
}

export function tapResults(taps: MeasurementsByPage<TapMeasurement>): Result[] {
  const of = (pick: (tap: TapMeasurement) => TapResponse | null, time: (response: TapResponse) => number) =>
    mapped(taps, (all) => all.map(pick).flatMap((response) => (response === null ? [] : [time(response)])))
  const early = ({ plusEarly }: TapMeasurement) => plusEarly
  return [
    compared('"+" at once: from navigation to its number', of(early, sinceNavigation), inMs, ratioAtMost(2)),
    compared('the same, from the tap', of(early, responseTimeMs), inMs, null),
    counted('"+" at once never answered', taps, ({ plusEarly }) => plusEarly === null),
    compared(
      '"+" on a page at rest, from the tap',
      of(({ plusWarm }) => plusWarm, responseTimeMs),
      inMs,
      ratioAtMost(2),
    ),
    compared(
      'dialog on a page at rest, from the tap',
      of(({ dialogWarm }) => dialogWarm, responseTimeMs),
      inMs,
      ratioAtMost(1.3),
    ),
    compared(
      'the same, until its form can be filled in',
      of(({ dialogWarm }) => dialogWarm, usableTimeMs),
      inMs,
      ratioAtMost(1.5),
    ),
  ]
}

const ALONE = { plain: '', next: '', ratio: '' }

/** One row for each control. */
export function interactionResults(visits: readonly ReadonlyMap<ControlName, number>[]): Result[] {
  const names = [...(visits[0]?.keys() ?? [])]
  return names.map((name) => {
    const times = visits.flatMap((visit) => visit.get(name) ?? [])
    const middle = median(times)
    return {
      what: `${name}: until the next frame`,
      ours: `${inMs(middle)}${spread(times, inMs)}`,
      ...ALONE,
      limit: '≤ 100 ms',
      isMet: middle <= 100,
    }
  })
}

export function nextVisitResults({ repeatBytes, laterBytes }: NextVisits): Result[] {
  const row = (what: string, bytes: number): Result => ({
    what,
    ours: `${(bytes / KB).toFixed(1)} kB`,
    ...ALONE,
    limit: '≤ 7 kB',
    isMet: bytes <= 7 * KB,
  })
  return [
    row('the landing page again', repeatBytes),
    ...[...laterBytes].flatMap(([path, { second, third }]) => [
      row(`${path} as the second page`, second),
      row(`${path} as the third page`, third),
    ]),
  ]
}

export function earlyTapResults(taps: MeasurementsByPage<EarlyTap>): Result[] {
  const waits = (time: (response: TapResponse) => number) =>
    mapped(taps, (all) => all.flatMap((tap) => (tap.kind === 'opened' ? [time(tap.response)] : [])))
  return [
    counted("early taps on 'Order Now' lost", taps, (tap) => tap.kind === 'lost'),
    compared('those answered: from the tap to the dialog', waits(responseTimeMs), inMs, ratioAtMost(1.5)),
    compared('the same, until its form can be filled in', waits(usableTimeMs), inMs, ratioAtMost(1.5)),
  ]
}

function sinceNavigation({ shownAtMs: answeredAtMs }: TapResponse): number {
  return answeredAtMs
}

export function languageResults(shifts: ReadonlyMap<string, number>, cost: LanguageCost): Result[] {
  const worst = [...shifts].sort(([, one], [, other]) => other - one)[0] ?? ['', 0]
  return [
    {
      what: `layout shift, load and full scroll, worst of ${String(shifts.size)} languages (${worst[0]})`,
      ours: worst[1].toFixed(4),
      ...ALONE,
      limit: '0',
      isMet: worst[1] < 0.0005,
    },
    {
      what: 'one more language: scripts and styles of an English visit',
      ours: `${String(cost.codeBytes)} B`,
      ...ALONE,
      limit: '0 B',
      isMet: cost.codeBytes <= 0,
    },
    {
      what: 'one more language: its name in the lists of the English page',
      ours: `${String(cost.pageBytes)} B`,
      ...ALONE,
      limit: '',
      isMet: null,
    },
  ]
}

function mapped<Measured>(
  measured: MeasurementsByPage<Measured>,
  map: (all: readonly Measured[]) => readonly number[],
): MeasurementsByPage<number> {
  return new Map([...measured].map(([name, all]) => [name, map(all)]))
}

function compared(
  what: string,
  values: MeasurementsByPage<number>,
  show: (value: number) => string,
  limit: Limit,
): Result {
  const middle = (name: SubjectName) => {
    const all = values.get(name) ?? []
    return all.length === 0 ? null : median(all)
  }
  const [ours, plain] = [middle('ours') ?? NaN, middle('plain') ?? NaN]
  const ratio = ours / plain
  const cell = (name: SubjectName) => {
    const value = middle(name)
    return value === null ? '–' : `${show(value)}${spread(values.get(name) ?? [], show)}`
  }
  return {
    what,
    ours: cell('ours'),
    plain: cell('plain'),
    next: cell('next'),
    ratio: Number.isFinite(ratio) ? `${ratio.toFixed(2)} x` : '',
    limit: limit?.text ?? '',
    isMet: limit?.holds(ours, ratio) ?? null,
  }
}

/** The interquartile range, unless it is one value. */
function spread(values: readonly number[], show: (value: number) => string): string {
  const [low, high] = [show(quantile(values, 0.25)), show(quantile(values, 0.75))]
  return low === high ? '' : ` (${low.replace(/ \D+$/, '')}–${high})`
}

function counted<Measured>(
  what: string,
  all: MeasurementsByPage<Measured>,
  isBad: (one: Measured) => boolean,
): Result {
  const cell = (name: SubjectName) => {
    const list = all.get(name)
    return list === undefined ? '–' : `${String(list.filter(isBad).length)} of ${String(list.length)}`
  }
  const isMet = !(all.get('ours') ?? []).some(isBad)
  return { what, ours: cell('ours'), plain: cell('plain'), next: cell('next'), ratio: '', limit: '0', isMet }
}

function inMs(value: number): string {
  return `${value.toFixed(0)} ms`
}
