import { sql } from 'kysely'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import type { Db } from './database.ts'

/** Deletes what is old. It may be begun again at any time: after a failure, and after a crash. */
export interface CleanUp {
  readonly everyMs: number
  /** One that takes longer is stopped and has failed; from then on another process may begin it. */
  readonly withinMs: number
  /** Ends with an error soon after the signal, at the latest with the statement that runs. */
  readonly work: (signal: AbortSignal) => Promise<void>
}

interface CleanUpWorkerDeps {
  readonly db: Db
  readonly log: Log
  /** By the names under which the database knows when they are due. */
  readonly cleanUps: Readonly<Record<string, CleanUp>>
  /** How often is looked for what is due. */
  readonly everyMs?: number
}

const EVERY_MS = 60_000
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3600_000

/**
 * Creates the worker that cleans up what is due, one after another. The leader runs it; that two processes never do the same,
 * also when one has just replaced the other, follows from the rows of `clean_ups`. It may be restarted.
 */
export function createCleanUpWorker(deps: CleanUpWorkerDeps): BackgroundWorker {
  const { db, log, cleanUps, everyMs = EVERY_MS } = deps
  return createIntervalWorker({
    name: 'clean-ups',
    everyMs,
    work: async (signal) => {
      const waits = await readWaits(db)
      for (const [name, cleanUp] of Object.entries(cleanUps)) {
        if (signal.aborted) return
        const waitMs = waits.get(name) ?? 0
        if (waitMs <= 0 || waitMs > longestWaitMs(cleanUp))
          await cleanUpOnce({ db, log, name, cleanUp, stopping: signal })
      }
    },
    log,
    onFailure: 'what is to be cleaned up could not be read or noted; will retry',
  })
}

interface Attempt extends Pick<CleanUpWorkerDeps, 'db' | 'log'> {
  readonly name: string
  readonly cleanUp: CleanUp
  readonly stopping: AbortSignal
}

/** Cleans up unless another process is at it. A failure is logged and noted; the other clean-ups go on. */
async function cleanUpOnce({ db, log, name, cleanUp, stopping }: Attempt): Promise<void> {
  const attempts = await claim(db, name, cleanUp)
  if (attempts === null) return
  const note = (dueInMs: number, attemptsThen: number) =>
    sql`
      update clean_ups set due_at = clock_timestamp() + ${dueInMs} * interval '1 ms', attempts = ${attemptsThen}
      where name = ${name} and attempts = ${attempts}`.execute(db)
  try {
    await cleanUp.work(AbortSignal.any([stopping, AbortSignal.timeout(cleanUp.withinMs)]))
  } catch (error) {
    // the next leader goes on with it
    if (stopping.aborted) await note(0, attempts - 1)
    else {
      log.warn({ cleanUp: name, error: describeError(error) }, 'a clean-up failed; it will be retried')
      await note(pauseAfter(attempts, cleanUp), attempts)
    }
    return
  }
  await note(cleanUp.everyMs, 0)
}

function pauseAfter(attempts: number, { everyMs }: CleanUp): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS, everyMs)
}

/** What is due later than this was noted by a clock that was ahead, and is due now. */
function longestWaitMs({ everyMs, withinMs }: CleanUp): number {
  return Math.max(everyMs, withinMs)
}

/** In how many ms each clean-up is due, by name; those without a row never ran. */
async function readWaits(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('clean_ups')
    .select(['name', sql<number>`extract(epoch from due_at - clock_timestamp())::float8 * 1000`.as('waitMs')])
    .execute()
  return new Map(rows.map(({ name, waitMs }) => [name, waitMs]))
}

/** Makes a clean-up ours for `withinMs` if it is due. @returns how often it was begun, this time included; null if it is not due. */
async function claim(db: Db, name: string, cleanUp: CleanUp): Promise<number | null> {
  const { rows } = await sql<{ attempts: number }>`
    insert into clean_ups as c (name, due_at, attempts)
    values (${name}, clock_timestamp() + ${cleanUp.withinMs} * interval '1 ms', 1)
    on conflict (name) do update set due_at = excluded.due_at, attempts = c.attempts + 1
      where c.due_at <= clock_timestamp() or c.due_at > clock_timestamp() + ${longestWaitMs(cleanUp)} * interval '1 ms'
    returning attempts`.execute(db)
  return rows[0]?.attempts ?? null
}
