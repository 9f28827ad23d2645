import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { PAYMENT_STATUS_TABLE } from '#shared/payment-status-table.ts'
import type { PaymentStatus } from '#shared/payment-status.ts'
import { SITUATIONS, type Situation, type StatusEvent } from '#shared/status-events.ts'
import { ARROWS, drawStatusGraph } from './draw-status-graph.ts'
import { decide, EVENTS } from './events.ts'
import { SITUATION_FACTS } from './situations.ts'
import { GRAPH_FILE, PAGE_FILE, writePage } from './status-page.ts'
import { EVENT_NAMES, outcomeOf, STATUSES, TABLE_FILE, writeTable } from './status-table.ts'

const CELLS = STATUSES.flatMap((status) =>
  SITUATIONS[status].flatMap((situation: Situation) =>
    EVENT_NAMES.map((event): readonly [PaymentStatus, Situation, StatusEvent] => [status, situation, event]),
  ),
)

describe('the table of statuses and events (if it differs: npm run docs:generate)', () => {
  test.each(STATUSES)('%s: the function answers what the table says', (status) => {
    for (const [event, cells] of Object.entries(PAYMENT_STATUS_TABLE[status]))
      for (const [situation, outcome] of Object.entries(cells))
        expect(outcomeOf(situation as Situation, event as StatusEvent), `${situation}: ${event}`).toEqual(
          outcome,
        )
  })

  test.each([
    [TABLE_FILE, writeTable],
    [PAGE_FILE, writePage],
    [GRAPH_FILE, drawStatusGraph],
  ])('%s is as the function answers', async (file, write) => {
    expect(await readFile(file, 'utf8')).toBe(await write())
  })
})

describe('of every status and event', () => {
  test('a situation belongs to its status', () => {
    const wrong = STATUSES.filter((status) =>
      SITUATIONS[status].some(
        (situation: Situation) => outcomeOf(situation, 'nothing happens')?.[0] !== status,
      ),
    )
    expect(wrong).toEqual([])
  })

  test('a refunded order stays refunded', () => {
    expect(ARROWS.filter(({ from }) => from === 'refunded')).toEqual([])
  })

  test('money that has arrived is never in an order that is unpaid, expired or invalid', () => {
    const lost = CELLS.filter(([, situation, event]) => {
      const facts = EVENTS[event](SITUATION_FACTS[situation])
      if (facts === null) return false
      const hasArrived = facts.evidence.sightings.some((one) => one.isSettled && one.atoms >= 500n)
      return hasArrived && ['pending', 'expired', 'invalid'].includes(decide(facts).status)
    })
    expect(lost).toEqual([])
  })

  test('a delivered order is confirmed, waits for depth, is with staff, or is refunded', () => {
    const others = CELLS.filter(([, situation, event]) => {
      const facts = EVENTS[event](SITUATION_FACTS[situation])
      if (facts?.order.deliveredAt == null) return false
      return !['confirmed', 'detected', 'review', 'refunded'].includes(decide(facts).status)
    })
    expect(others).toEqual([])
  })

  test('time alone confirms nothing, and refunds nothing', () => {
    const times = [
      'the window ends',
      'the window ends unwatched',
      'a day passes after the window',
      'two weeks pass',
    ]
    const paid = ARROWS.filter(
      ({ to, events }) =>
        ['confirmed', 'refunded'].includes(to) && events.some((event) => times.includes(event)),
    )
    expect(paid).toEqual([])
  })

  test('every status is reached from a new order, and leads to an end', () => {
    const reachable = (start: PaymentStatus): ReadonlySet<PaymentStatus> => {
      const found = new Set([start])
      for (const one of found) for (const { from, to } of ARROWS) if (from === one) found.add(to)
      return found
    }
    expect(reachable('pending')).toEqual(new Set(STATUSES))
    for (const status of STATUSES) {
      const ends = [...reachable(status)].filter((one) => ['confirmed', 'expired', 'refunded'].includes(one))
      expect(ends, status).not.toEqual([])
    }
  })
})
