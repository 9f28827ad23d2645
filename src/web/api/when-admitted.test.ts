import { expect, test } from 'vitest'
import type { CallFailure, CallOutcome } from './call-shop.ts'
import { whenAdmitted } from './when-admitted.ts'

const failed = (code: CallFailure['code'], retryAfterMs: number | null = 10): CallFailure => ({
  ...{ kind: 'failed', error: '', status: 503, requestId: null },
  code,
  retryAfterMs,
})

test('a call that the shop is too busy for is made again after the time it names, and told each time', async () => {
  const shop = answering([failed('BUSY'), failed('BUSY'), { kind: 'ok', reply: 'done' }])
  expect(await shop.ask()).toEqual({ kind: 'ok', reply: 'done' })
  expect([shop.calls(), shop.told()]).toEqual([3, 2])
})

test('no other failure is repeated', async () => {
  const shop = answering([failed('UNAVAILABLE')])
  expect(await shop.ask()).toMatchObject({ code: 'UNAVAILABLE' })
  expect([shop.calls(), shop.told()]).toEqual([1, 0])
})

test('being busy is the outcome for who has no more patience', async () => {
  const shop = answering([failed('BUSY', 60_000)])
  expect(await shop.ask({ patienceMs: 50_000 })).toMatchObject({ code: 'BUSY' })
  expect([shop.calls(), shop.told()]).toEqual([1, 0])
})

test('who has left while waiting calls no more, and neither does who leaves before', async () => {
  const leaving = new AbortController()
  const shop = answering([failed('BUSY', 60_000)], () => {
    setTimeout(() => leaving.abort())
  })
  for (const told of [1, 1]) {
    expect(await shop.ask({ signal: leaving.signal })).toMatchObject({ code: 'BUSY' })
    expect(shop.told()).toBe(told)
  }
  expect(shop.calls()).toBe(2)
})

/** A shop that gives these answers, the last one for ever. */
function answering(answers: readonly CallOutcome<string>[], onBusy: () => void = () => undefined) {
  let [calls, told] = [0, 0]
  const call = () => Promise.resolve(answers[Math.min(calls++, answers.length - 1)] ?? failed('INTERNAL'))
  return {
    calls: () => calls,
    told: () => told,
    ask: (options: { signal?: AbortSignal; patienceMs?: number } = {}) =>
      whenAdmitted(call, {
        signal: new AbortController().signal,
        ...options,
        onBusy: () => {
          told++
          onBusy()
        },
      }),
  }
}
