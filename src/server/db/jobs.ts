import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { fromKysely, PgBoss, type Job } from 'pg-boss'
import { sql } from 'kysely'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import { openPool, type Admit, type Db, type PgPool } from './database.ts'
import type { AnnouncementSubscriber } from './listener.ts'
import type { MigrationStep } from './migrate.ts'
import { ANNOUNCEMENTS } from './pg-connection.ts'

/** Runs one job; if it fails the job is retried. A job runs at least once: after a crash it may run again. */
type JobHandler = (payload: object) => Promise<void>

interface WorkOptions {
  /** Retries after the first attempt, with increasing pauses. Default 20. */
  readonly retries?: number
  /** The longest pause between attempts. Default 3600. */
  readonly longestPauseS?: number
  /** A job that takes longer counts as failed. Default 300. */
  readonly withinS?: number
}

/** A job queue in PostgreSQL that survives crashes. Register handlers before `start`. */
export interface Jobs {
  /** Registers the handler of a kind of job. */
  work(name: string, handler: JobHandler, options?: WorkOptions): void
  /** Adds a job at each minute that matches a cron expression (UTC), once among all processes. */
  schedule(name: string, cron: string): void
  /**
   * Adds a job that starts at once; in a transaction, when and only if it commits.
   *
   * @param key if a job of the same name and key is waiting, none is added. Without a key, every call adds a job.
   */
  send(db: Db, name: string, payload: object, key?: string): Promise<void>
  /** May be called again after it failed. */
  start(): Promise<void>
  /** Waits for the running jobs. */
  stop(): Promise<void>
  /** For the listener: starts announced jobs without waiting for the next poll. */
  readonly subscriber: AnnouncementSubscriber
  /** For metrics. */
  readonly pool: Pick<PgPool, 'totalCount' | 'idleCount' | 'waitingCount'>
}

const SCHEMA = 'pgboss'
const STOP_WITHIN_MS = 10_000
/** Jobs are announced; this is for retries, schedules, and announcements that were lost. One look finds jobs of all kinds. */
const POLL_EVERY_S = 30
/** Each kind of job also polls by itself, which a look makes unnecessary; pg-boss cannot turn it off. */
const OWN_POLL_EVERY_S = 600
/** A schedule has minutes; the most that pg-boss accepts. Each of its looks computes when every schedule is due next. */
const SCHEDULES_EVERY_S = 45
/** What pg-boss does about jobs whose process ended, and about its own tables. Such a job is repeated this much later. */
const SUPERVISED_EVERY_S = 300
/** pg-boss's changes of its own tables, which our migrations make. */
const OWN_MIGRATIONS_EVERY_S = 3600
/** Jobs that wait for other jobs are not used; the look for them cannot be turned off. */
const FLOWS_EVERY_S = 3600
const WITH_DUE_JOBS = `
  select distinct name from ${SCHEMA}.job
  where name = any($1) and state < 'active' and not blocked and start_after <= now()`
/** Announced as `job:<name>`. */
const TOPIC = 'job:'

interface Worker extends Required<WorkOptions> {
  readonly handler: JobHandler
}

interface JobsOptions {
  readonly url: string
  readonly log: Log
  readonly admit?: Admit | undefined
  /** At least 1. */
  readonly pollEveryS?: number
}

/** Creates the job queue; the only module that uses pg-boss. */
export function createJobs({ url, log, admit, pollEveryS = POLL_EVERY_S }: JobsOptions): Jobs {
  const workers = new Map<string, Worker>()
  const schedules = new Map<string, string>()
  const ids = new Map<string, string>()
  const database = createJobsDatabase(url, admit)
  const boss = new PgBoss({
    db: database,
    schema: SCHEMA,
    migrate: false,
    cronMonitorIntervalSeconds: SCHEDULES_EVERY_S,
    cronWorkerIntervalSeconds: SCHEDULES_EVERY_S,
    superviseIntervalSeconds: SUPERVISED_EVERY_S,
    monitorIntervalSeconds: SUPERVISED_EVERY_S,
    bamIntervalSeconds: OWN_MIGRATIONS_EVERY_S,
    flowIntervalSeconds: FLOWS_EVERY_S,
  })
  boss.on('error', (error) => {
    log.warn({ error: describeError(error) }, 'jobs: the database could not be queried; it will be retried')
  })

  const begin = async (name: string, worker: Worker): Promise<void> => {
    await boss.createQueue(name, {
      policy: 'short',
      retryLimit: worker.retries,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: worker.longestPauseS,
      expireInSeconds: worker.withinS,
      deleteAfterSeconds: 3600,
    })
    const run = async ([job]: Job[]) => {
      if (job === undefined) return
      try {
        await worker.handler(job.data)
      } catch (error) {
        log.warn({ job: name, error: describeError(error) }, 'a job failed; it will be retried')
        throw error
      }
    }
    ids.set(name, await boss.work(name, { pollingIntervalSeconds: OWN_POLL_EVERY_S }, run))
  }
  const beginAll = () => {
    for (const id of ids.values()) boss.notifyWorker(id)
  }
  const beginDue = async () => {
    const { rows } = (await boss.getDb().executeSql(WITH_DUE_JOBS, [[...ids.keys()]])) as {
      rows: readonly { readonly name: string }[]
    }
    for (const { name } of rows) {
      const id = ids.get(name)
      if (id !== undefined) boss.notifyWorker(id)
    }
  }
  const looking = createIntervalWorker({
    name: 'due jobs',
    everyMs: pollEveryS * 1000,
    work: beginDue,
    log,
    onFailure: 'jobs: what is due could not be read; will retry',
  })
  /** A schedule is stored until it is removed, also one of an earlier release. */
  const forgetSchedules = async () => {
    for (const { name } of await boss.getSchedules()) if (!schedules.has(name)) await boss.unschedule(name)
  }

  return {
    work: (name, handler, { retries = 20, longestPauseS = 3600, withinS = 300 } = {}) => {
      workers.set(name, { handler, retries, longestPauseS, withinS })
    },
    schedule: (name, cron) => {
      schedules.set(name, cron)
    },
    send: async (db, name, payload, key = randomUUID()) => {
      await boss.send(name, payload, { db: fromKysely(db), singletonKey: key })
      await sql`select pg_notify(${ANNOUNCEMENTS}, ${TOPIC + name})`.execute(db)
    },
    start: async () => {
      await boss.start()
      for (const [name, worker] of workers) if (!ids.has(name)) await begin(name, worker)
      for (const [name, cron] of schedules) await boss.schedule(name, cron)
      await forgetSchedules()
      await looking.start()
    },
    stop: async () => {
      await looking.stop()
      await boss.stop({ graceful: true, timeout: STOP_WITHIN_MS })
      await database.close()
    },
    pool: database.pool,
    subscriber: {
      announced: (topic) => {
        const id = topic.startsWith(TOPIC) ? ids.get(topic.slice(TOPIC.length)) : undefined
        if (id !== undefined) boss.notifyWorker(id)
      },
      rereadAll: beginAll,
    },
  }
}

/**
 * A connection of its own, since pg-boss parses integers differently. It stays open: to open another one for a poll costs
 * more than all that the poll does. It is replaced when it breaks.
 */
function createJobsDatabase(url: string, admit: Admit | undefined) {
  const pool = openPool(url, { name: 'keyhold jobs', max: 1, min: 1, types: pg.types, admit })
  return {
    pool,
    executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
    close: () => pool.end(),
  }
}

/** Creates or migrates the tables of pg-boss, under the lock of our migrations. */
export const migrateJobs: MigrationStep = async (client) => {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: SCHEMA,
    migrate: true,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.stop({ graceful: false })
}
