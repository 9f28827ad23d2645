import { expect, onTestFinished, test } from 'vitest'
import { until } from '#test/until.ts'
import { createIntervalWorker } from './interval-worker.ts'
import { createLog, type Log } from './log.ts'

const HOUR_MS = 3600_000

/** A worker whose rounds end when the test says so. */
function openWorker({ everyMs, idleEveryMs }: { readonly everyMs: number; readonly idleEveryMs?: number }) {
  const running: PromiseWithResolvers<boolean>[] = []
  const errors: string[] = []
  let begun = 0
  const log: Log = { ...createLog({ level: 'silent' }), error: (_facts, message) => errors.push(message) }
  const worker = createIntervalWorker({
    name: 'test',
    everyMs,
    ...(idleEveryMs === undefined ? {} : { idleEveryMs }),
    work: () => {
      begun += 1
      const round = Promise.withResolvers<boolean>()
      running.push(round)
      return round.promise
    },
    log,
    onFailure: 'will retry',
  })
  onTestFinished(async () => {
    for (const round of running) round.resolve(false)
    await worker.stop()
  })
  const isIn = (round: number) => until(() => begun === round, { everyMs: 1 })
  const end = (hasWork: boolean) => running.shift()?.resolve(hasWork)
  return { worker, running, errors, isIn, end, rounds: () => begun }
}

test('it begins the next round soon while there is work, and is woken when there is some again', async () => {
  const { worker, isIn, end, rounds } = openWorker({ everyMs: 1, idleEveryMs: HOUR_MS })
  await worker.start()
  await isIn(1)
  end(true)
  await isIn(2)
  end(false)
  worker.wakeUp()
  await isIn(3)
  // woken twice during a round: one more round
  worker.wakeUp()
  worker.wakeUp()
  expect(rounds()).toBe(3)
  end(false)
  await isIn(4)
})

test('a round that fails is logged and tried again as if there were work', async () => {
  const { worker, running, errors, isIn } = openWorker({ everyMs: 1, idleEveryMs: HOUR_MS })
  await worker.start()
  await isIn(1)
  running.shift()?.reject(new Error('broken'))
  await isIn(2)
  expect(errors).toEqual(['will retry'])
})

test('stopping waits for the round in progress and begins no other, though the worker is woken', async () => {
  const { worker, isIn, end, rounds } = openWorker({ everyMs: 1 })
  await worker.start()
  await isIn(1)
  let isStopped = false
  const stopping = worker.stop().then(() => (isStopped = true))
  worker.wakeUp()
  await Promise.resolve()
  expect(isStopped).toBe(false)
  end(true)
  await stopping
  worker.wakeUp()
  expect(rounds()).toBe(1)
  await worker.start()
  await isIn(2)
})

test('one that is stopped while it starts does no round, and a second start at once is none', async () => {
  const ready = Promise.withResolvers<undefined>()
  let rounds = 0
  let starts = 0
  const worker = createIntervalWorker({
    name: 'test',
    everyMs: 1,
    before: async () => {
      starts += 1
      await ready.promise
    },
    work: () => {
      rounds += 1
      return Promise.resolve()
    },
    log: createLog({ level: 'silent' }),
    onFailure: 'will retry',
  })
  const starting = [worker.start(), worker.start()]
  await worker.stop()
  ready.resolve(undefined)
  await Promise.all(starting)
  worker.wakeUp()
  expect([starts, rounds]).toEqual([1, 0])

  await worker.start()
  await until(() => rounds > 0, { everyMs: 1 })
  await worker.stop()
})
