import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'
import type { PgPool } from '#server/db/database.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import {
  CHAIN_LOOK,
  DATABASE_WAIT,
  MAIL,
  REQUEST_ENDED,
  STATEMENTS,
  type RequestEnded,
  type WorkChannel,
} from '#server/runtime/work-channels.ts'
import type { Metric } from './format-metrics.ts'

/** The pools of this process by name. */
export type Pools = Readonly<Record<string, Pick<PgPool, 'totalCount' | 'idleCount' | 'waitingCount'>>>

/** What this process measures while it works. */
export interface WorkMeasures {
  /** Measures between its start and its stop. */
  readonly worker: BackgroundWorker
  /** In Prometheus' text format. */
  readonly histograms: () => Promise<string>
  readonly read: () => readonly Metric[]
}

/** Not more often: an idle shop is quiet. */
const DELAY_SAMPLED_EVERY_MS = 500
const QUICK = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]
const REQUESTS = [0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const LOOKS = [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 300]
const MAILS = [1, 5, 15, 60, 300, 900, 3600, 21_600]

/** Creates what measures the work of this process. Nothing is measured before its worker starts. */
export function createWorkMeasures(pools: Pools): WorkMeasures {
  const registry = new Registry()
  const histogram = (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
    new Histogram({ name, help, buckets, labelNames, registers: [registry] })
  const requests = histogram(
    'keyhold_http_request_duration_seconds',
    'Time from a request to the end of its reply; status 499 is a client that went away',
    REQUESTS,
    ['route', 'method', 'status'],
  )
  const waits = histogram(
    'keyhold_database_wait_seconds',
    'Time that work waited for a connection to the database',
    QUICK,
  )
  const statements = histogram(
    'keyhold_database_statement_seconds',
    'Time from statements that are sent together to their last answer',
    QUICK,
  )
  const looks = histogram('keyhold_chain_look_seconds', 'Time of one poll of a chain', LOOKS, ['chain'])
  const mails = histogram(
    'keyhold_mail_delay_seconds',
    'Time from a mail being queued to the mail server accepting it',
    MAILS,
  )
  const delays = histogram(
    'keyhold_event_loop_delay_seconds',
    'How late a timer was that is due twice a second: how long other work waited',
    QUICK,
  )
  const onRequest = (message: unknown) => {
    const { route, method, status, seconds } = message as RequestEnded
    requests.observe({ route, method, status: String(status) }, seconds)
  }
  let stopTiming: readonly (() => void)[] = []
  return {
    worker: {
      name: 'measures',
      start: () => {
        REQUEST_ENDED.subscribe(onRequest)
        stopTiming = [
          sampleDelays((seconds) => {
            delays.observe(seconds)
          }),
          time(DATABASE_WAIT, (_facts, seconds) => {
            waits.observe(seconds)
          }),
          time(STATEMENTS, (_facts, seconds) => {
            statements.observe(seconds)
          }),
          time(CHAIN_LOOK, ({ chain }, seconds) => {
            looks.observe({ chain }, seconds)
          }),
          time(MAIL, ({ queuedForMs }, seconds, isFailed) => {
            if (!isFailed) mails.observe(queuedForMs / 1000 + seconds)
          }),
        ]
        return Promise.resolve()
      },
      stop: () => {
        REQUEST_ENDED.unsubscribe(onRequest)
        for (const stop of stopTiming) stop()
        return Promise.resolve()
      },
    },
    histograms: () => registry.metrics(),
    read: () => [...poolMetrics(pools), loopMetric()],
  }
}

/** @returns what ends it. */
function sampleDelays(tell: (seconds: number) => void): () => void {
  let dueAt = performance.now() + DELAY_SAMPLED_EVERY_MS
  const interval = setInterval(() => {
    const now = performance.now()
    tell(Math.max(0, now - dueAt) / 1000)
    dueAt = now + DELAY_SAMPLED_EVERY_MS
  }, DELAY_SAMPLED_EVERY_MS)
  interval.unref()
  return () => {
    clearInterval(interval)
  }
}

/** Tells how long each piece of work took. @returns what ends that. */
function time<Facts extends object>(
  channel: WorkChannel<Facts>,
  tell: (facts: Facts, seconds: number, isFailed: boolean) => void,
): () => void {
  const begunAt = new WeakMap<object, number>()
  const onStart = (facts: unknown) => {
    begunAt.set(facts as Facts, performance.now())
  }
  const onEnd = (facts: unknown) => {
    const at = begunAt.get(facts as Facts)
    if (at !== undefined) tell(facts as Facts, (performance.now() - at) / 1000, 'error' in (facts as Facts))
  }
  channel.start.subscribe(onStart)
  channel.asyncEnd.subscribe(onEnd)
  return () => {
    channel.start.unsubscribe(onStart)
    channel.asyncEnd.unsubscribe(onEnd)
  }
}

function poolMetrics(pools: Pools): readonly Metric[] {
  const byPool = (name: string, help: string, read: (pool: Pools[string]) => number): Metric => ({
    name,
    help,
    type: 'gauge',
    samples: Object.entries(pools).map(([pool, state]) => ({ labels: { pool }, value: read(state) })),
  })
  return [
    byPool('keyhold_database_connections', 'Open connections of a pool', ({ totalCount }) => totalCount),
    byPool(
      'keyhold_database_connections_used',
      'Those of them that work uses',
      ({ totalCount, idleCount }) => totalCount - idleCount,
    ),
    byPool('keyhold_database_waiting', 'Work that waits for one of them', ({ waitingCount }) => waitingCount),
  ]
}

function loopMetric(): Metric {
  return {
    name: 'keyhold_event_loop_active_seconds_total',
    help: 'Time that the event loop was not idle',
    type: 'counter',
    samples: [{ value: performance.eventLoopUtilization().active / 1000 }],
  }
}
