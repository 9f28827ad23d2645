import { expect, test } from 'vitest'
import { parseRate } from '#shared/money.ts'
import { judgeRate, applyPeg } from './judge-rate.ts'

const now = new Date('2026-11-20T12:00:00Z')
const said = (...prices: (string | readonly [price: string, ageS: number])[]) =>
  prices.map((one, index) => {
    const [price, ageS] = typeof one === 'string' ? [one, 0] : one
    return {
      source: `s${String(index + 1)}`,
      rate: parseRate(price),
      at: new Date(now.getTime() - ageS * 1000),
    }
  })

test.each([
  // the rates of the sources, the resulting rate, the sources used
  [said('100', '101', '102'), '101', 's1,s2,s3'],
  [said('100', '101'), '100.5', 's1,s2'],
  [said('100', '100.00000001'), '100', 's1,s2'],
  [said('100', '101', '100.5', '110'), '100.5', 's1,s2,s3'],
  [said('100', '100', '1000000'), '100', 's1,s2'],
  [said('100', ['101', 59], ['150', 60]), '100.5', 's1,s2'],
  [said('100', ['101', -59]), '100.5', 's1,s2'],
])('case %#: sources that agree give a rate', (all, rate, sources) => {
  const verdict = judgeRate(all, now)
  expect(verdict).toEqual({ kind: 'rate', rate: parseRate(rate), sources: sources.split(',') })
})

test.each([
  [said(), 'got 0'],
  [said('100'), 'got 1'],
  [said('100', ['100', 60]), 'got 1'],
  [said('100', ['100', -61]), 'got 1'],
  [said('100', '103'), 'more than 2 % apart'],
  [said('98.5', '100', '101.5'), 'more than 2 % apart'],
  [said('100', '200'), 'got 0'],
  [said('100', '200', '300'), 'got 1'],
])('case %#: too few sources, or sources that disagree, give no rate', (all, reason) => {
  expect(judgeRate(all, now)).toEqual({ kind: 'refused', reason: expect.stringContaining(reason) as string })
})

test.each([
  ['1', '1'],
  ['0.99', '1'],
  ['1.01', '1'],
  ['0.98999999', '0.98999999'],
  ['1.01000001', '1.01000001'],
])('a dollar coin at %s counts as %s', (rate, counts) => {
  expect(applyPeg(parseRate(rate))).toBe(parseRate(counts))
})
