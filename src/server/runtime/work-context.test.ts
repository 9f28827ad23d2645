import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createIntervalWorker } from './interval-worker.ts'
import { aboutOrder, noteOrder, workContext } from './work-context.ts'

const lines: string[] = []
const log = createLog({ level: 'info', write: (line) => lines.push(line) })
const last = () => JSON.parse(lines.at(-1) ?? '{}') as { requestId?: string; orderId?: string }

test('what is logged about an order has its id, and nothing else has', async () => {
  await Promise.all([
    aboutOrder('a', async () => {
      await nextTurn()
      log.info({}, 'settled')
      expect(last()).toMatchObject({ orderId: 'a' })
    }),
    aboutOrder(null, async () => {
      log.info({}, 'not known yet')
      expect(last()).not.toHaveProperty('orderId')
      noteOrder('b')
      await nextTurn()
      log.info({}, 'known')
      expect(last()).toMatchObject({ orderId: 'b' })
    }),
  ])
  log.info({}, 'later')
  expect(last()).not.toHaveProperty('orderId')
})

test('a worker that a request woke is no part of that request', async () => {
  const rounds = Promise.withResolvers<undefined>()
  const worker = createIntervalWorker({
    name: 'test',
    everyMs: 60_000,
    log,
    onFailure: 'failed',
    work: () => {
      log.info({}, 'a round')
      rounds.resolve(undefined)
      return Promise.resolve()
    },
  })
  await worker.start()
  workContext.run({ requestId: 'of the request' }, () => worker.wakeUp())
  await rounds.promise
  expect(last()).toMatchObject({ message: 'a round' })
  expect(last()).not.toHaveProperty('requestId')
  await worker.stop()
})
