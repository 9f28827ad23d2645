import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createLog, type Log } from '#server/runtime/log.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { openSwitch } from '#test/failover/network-switch.ts'
import { until } from '#test/until.ts'
import { createCleanUpWorker, type CleanUp } from './clean-up-worker.ts'
import { openDatabase, type Db } from './database.ts'

const HOUR_MS = 3600_000

const database = useTestDatabase({ isFreshPerTest: true })
let warnings: string[]
let errors: string[]
const log: Log = {
  ...createLog({ level: 'silent' }),
  warn: (_facts, message) => warnings.push(message),
  error: (_facts, message) => errors.push(message),
}
beforeEach(async () => {
  warnings = []
  errors = []
})

/** The worker of a process; it looks for what is due all the time. */
function openWorker(cleanUps: Readonly<Record<string, CleanUp>>, db: Db = database.db) {
  return createCleanUpWorker({ db, log, cleanUps, everyMs: 5 })
}

function openPool(url = database.url): Db {
  const opened = openDatabase(url, { max: 2 })
  onTestFinished(() => opened.close())
  return opened.db
}

const hourly = (work: CleanUp['work'], withinMs = 300_000): CleanUp => ({ everyMs: HOUR_MS, withinMs, work })

/** Is due in each round: shows that a worker has looked. */
function createTick() {
  let rounds = 0
  const tick: CleanUp = { everyMs: 0, withinMs: HOUR_MS, work: () => Promise.resolve(void (rounds += 1)) }
  const roundsMore = async (more: number) => {
    const wanted = rounds + more
    await until(() => rounds >= wanted, { what: 'more rounds' })
  }
  return { tick, roundsMore }
}

async function rowOf(name: string): Promise<{ attempts: number; dueInS: number }> {
  const { rows } = await sql<{ attempts: number; dueInS: number }>`
    select attempts, extract(epoch from due_at - clock_timestamp())::float8 as "dueInS"
    from clean_ups where name = ${name}`.execute(database.db)
  return rows[0] ?? { attempts: 0, dueInS: 0 }
}

const makeDue = (name: string) =>
  database.db
    .updateTable('clean_ups')
    .set({ due_at: sql`clock_timestamp() - interval '1 day'` })
    .where('name', '=', name)
    .execute()

/** Ends with the error of the signal, as work does that looks at it. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

test('what a clock that was ahead has put off is done now', async () => {
  const { tick, roundsMore } = createTick()
  let done = 0
  await sql`insert into clean_ups values ('sweep', clock_timestamp() + interval '1 year', 0)`.execute(
    database.db,
  )
  const worker = openWorker({ sweep: hourly(() => Promise.resolve(void (done += 1))), tick })
  await worker.start()
  await roundsMore(3)
  await worker.stop()
  expect(done).toBe(1)
  expect((await rowOf('sweep')).dueInS).toBeLessThanOrEqual(3600)
})

test('what was due while the shop was stopped is done after the start, and not before it is due again', async () => {
  const { tick, roundsMore } = createTick()
  let done = 0
  const worker = openWorker({ sweep: hourly(() => Promise.resolve(void (done += 1))), tick })
  await worker.start()
  await roundsMore(3)
  expect(done).toBe(1)
  await worker.stop()
  await worker.start()
  await roundsMore(3)
  expect(done).toBe(1)
  await worker.stop()
  await makeDue('sweep')
  await worker.start()
  await roundsMore(3)
  await worker.stop()
  expect(done).toBe(2)
})

test('a clean-up that fails is told and retried, after longer and longer, and the others go on', async () => {
  const { tick, roundsMore } = createTick()
  const failing = hourly(() => Promise.reject(new Error('not yet')), 9 * HOUR_MS)
  const worker = openWorker({ failing, tick })
  await worker.start()
  for (const [at, minutes] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
    await until(async () => (await rowOf('failing')).attempts === at + 1, {
      what: `attempt ${String(at + 1)}`,
    })
    await until(async () => (await rowOf('failing')).dueInS <= HOUR_MS / 1000, { what: 'its end' })
    const { dueInS } = await rowOf('failing')
    expect([minutes, Math.round(dueInS / 60)]).toEqual([minutes, minutes])
    await makeDue('failing')
  }
  await roundsMore(1)
  await worker.stop()
  expect(new Set(warnings)).toEqual(new Set(['a clean-up failed; it will be retried']))
})

test('one that succeeds after failures begins anew', async () => {
  let tries = 0
  const shaky: CleanUp = {
    everyMs: 1,
    withinMs: HOUR_MS,
    work: () => (++tries < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve()),
  }
  const worker = openWorker({ shaky })
  await worker.start()
  await until(() => tries >= 3)
  await worker.stop()
  expect([warnings.length, (await rowOf('shaky')).attempts]).toEqual([2, 0])
})

test('of several processes one does it', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `sweep-${String(at)}`)
  const done: string[] = []
  const ticks = [1, 2, 3, 4].map((id) => ({ id, ...createTick() }))
  const workers = ticks.map(({ id, tick }) =>
    openWorker(
      {
        ...Object.fromEntries(
          names.map((name) => [name, hourly(() => Promise.resolve(void done.push(name)))]),
        ),
        [`tick-${String(id)}`]: tick,
      },
      openPool(),
    ),
  )
  await Promise.all(workers.map((worker) => worker.start()))
  await Promise.all(ticks.map(({ roundsMore }) => roundsMore(3)))
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(done.sort()).toEqual(names.sort())
})

test('while one process is at it, no other begins', async () => {
  const begun: number[] = []
  const { promise: isEnded, resolve: end } = Promise.withResolvers<undefined>()
  const ticks = [1, 2].map((id) => ({ id, ...createTick() }))
  const workers = ticks.map(({ id, tick }) =>
    openWorker({ sweep: hourly(() => (begun.push(id), isEnded)), [`tick-${String(id)}`]: tick }, openPool()),
  )
  await Promise.all(workers.map((worker) => worker.start()))
  await until(() => begun.length > 0)
  await ticks.find(({ id }) => id !== begun[0])?.roundsMore(3)
  end(undefined)
  await Promise.all(ticks.map(({ roundsMore }) => roundsMore(3)))
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(begun).toHaveLength(1)
})

test('one that takes too long is stopped, and has failed', async () => {
  const worker = openWorker({ endless: hourly(untilAborted, 50) })
  await worker.start()
  await until(() => warnings.length > 0)
  await worker.stop()
  expect(await rowOf('endless')).toMatchObject({ attempts: 1 })
})

test('another process goes on where one does not end, whose late end is not noted', async () => {
  const ends = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()] as const
  const frozen = openWorker({ sweep: hourly(() => ends[0].promise, 100) }, openPool())
  await frozen.start()
  await until(async () => (await rowOf('sweep')).attempts === 1)
  const next = openWorker({ sweep: hourly(() => ends[1].promise) }, openPool())
  await next.start()
  await until(async () => (await rowOf('sweep')).attempts === 2)
  ends[0].resolve(undefined)
  await frozen.stop()
  const whileDone = await rowOf('sweep')
  ends[1].resolve(undefined)
  await next.stop()
  const after = await rowOf('sweep')
  expect([whileDone.attempts, whileDone.dueInS < 301]).toEqual([2, true])
  expect([after.attempts, after.dueInS > 3500]).toEqual([0, true])
})

test('a stop ends what is done, and the next leader goes on with it', async () => {
  let isBegun = false
  const stopped = openWorker({
    sweep: hourly((signal) => {
      isBegun = true
      return untilAborted(signal)
    }),
    after: hourly(() => Promise.reject(new Error('began after the stop'))),
  })
  await stopped.start()
  await until(() => isBegun)
  await stopped.stop()
  expect(warnings).toEqual([])
  expect((await rowOf('sweep')).dueInS).toBeLessThanOrEqual(0)
  let done = 0
  const next = openWorker({ sweep: hourly(() => Promise.resolve(void (done += 1))) })
  await next.start()
  await until(() => done === 1)
  await next.stop()
})

test('a database that does not answer does not stop it for good', async () => {
  const network = await openSwitch(Number(new URL(database.url).port))
  onTestFinished(() => network.close())
  const url = new URL(database.url)
  url.port = String(network.port)
  const db = openPool(url.href)
  let begun = 0
  let done = 0
  const sweep = hourly(async () => {
    begun += 1
    if (begun === 1) network.silence()
    await sql`select`.execute(db)
    done += 1
  }, 1_000)
  const worker = openWorker({ sweep }, db)
  await worker.start()
  await until(() => errors.length > 0, { what: 'the failure cannot be noted' })
  expect([warnings.length, done]).toEqual([1, 0])
  network.pass()
  await until(() => done === 1, { what: 'it is done' })
  await worker.stop()
})
