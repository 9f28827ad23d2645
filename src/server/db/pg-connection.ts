import {
  CompiledQuery,
  type DatabaseConnection,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { STATEMENTS } from '#server/runtime/work-channels.ts'
import { CommitUnknownError, TransactionAbortedError } from './commit-errors.ts'
import { codeOf } from './error-code.ts'
import { isConnectionLost } from './is-unavailable.ts'
import { socketOf } from './socket-of.ts'
import type { StatementNames } from './statement-names.ts'

/** What every transaction and every statement that writes must pass first; statements that only read need not. */
export interface Guard {
  /** Sent after `begin`. @throws if the connection may not write at all. */
  statements(): readonly CompiledQuery[]
  /** The error to throw instead of one that PostgreSQL answered. */
  explain(error: unknown): unknown
}

const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')
/** The PostgreSQL channel of all announcements. */
export const ANNOUNCEMENTS = 'keyhold'

/** An event of an order as its transaction recorded it. An id alone may be given again by a database that came back older. */
export interface RecordedEvent {
  readonly id: bigint
  readonly at: Date
}

const batches = new WeakMap<CompiledQuery, readonly CompiledQuery[]>()
const postponed = new WeakSet<CompiledQuery>()
const announcements = new WeakMap<CompiledQuery, readonly string[]>()
const eventQueries = new WeakSet<CompiledQuery>()

/** Makes one query of several whose answers do not depend on each other; its rows are their results. */
export function batchOf(queries: readonly CompiledQuery[]): CompiledQuery<QueryResult<unknown>> {
  const batch = CompiledQuery.raw('-- several statements') as CompiledQuery<QueryResult<unknown>>
  batches.set(batch, queries)
  return batch
}

/** Makes a query that is sent with the transaction's next statement; its answer is not awaited, and has no rows. */
export function laterOf(query: CompiledQuery): CompiledQuery {
  // a query of its own: the same text may be sent at once elsewhere
  const later = CompiledQuery.raw(query.sql, [...query.parameters])
  postponed.add(later)
  if (eventQueries.has(query)) eventQueries.add(later)
  return later
}

/** Makes a query that notifies every process of topics. In a transaction it is sent with the commit, each topic once. */
export function announcementOf(topics: readonly string[]): CompiledQuery {
  const announcement = CompiledQuery.raw('select pg_notify($1, topic) from unnest($2::text[]) topic', [
    ANNOUNCEMENTS,
    topics,
  ])
  announcements.set(announcement, topics)
  return announcement
}

/** Marks a query whose row is a {@link RecordedEvent}, the newest of those that it records. */
export function eventQueryOf(query: CompiledQuery): CompiledQuery {
  eventQueries.add(query)
  return query
}

/** What the connections of one pool share. */
interface PoolParts {
  readonly names: StatementNames
  /** Told of the newest event of a transaction once it has committed. */
  readonly onEvents: (event: RecordedEvent) => void
  /** Told of every error of a statement, before it is thrown. */
  readonly onError: (error: unknown) => void
}

/**
 * A connection that sends what belongs together at once: `begin` with the first statement of a transaction, announcements
 * with its `commit`, and the statements of a batch. A client without pipelining gets the same statements one after another.
 */
export class PgConnection implements DatabaseConnection {
  readonly #client: PostgresPoolClient
  readonly #parts: PoolParts
  readonly #guard: Guard | null
  readonly #origin: PgConnection | null
  readonly #topics = new Set<string>()
  /** Of a transaction that has sent nothing. */
  #opening: readonly CompiledQuery[] = []
  #later: readonly CompiledQuery[] = []
  #isInTransaction = false
  #isBroken = false
  /** The newest event that the transaction has recorded. */
  #event: RecordedEvent | null = null

  constructor(
    client: PostgresPoolClient,
    parts: PoolParts,
    guard: Guard | null = null,
    origin: PgConnection | null = null,
  ) {
    this.#client = client
    this.#parts = parts
    this.#guard = guard
    this.#origin = origin
  }

  /** The same connection behind a guard; this one must not be used before that one is released. */
  behind(guard: Guard): PgConnection {
    return new PgConnection(this.#client, this.#parts, guard, this)
  }

  /** Begins a transaction; `begin` is sent with its first statement. */
  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
    const mode = accessMode === undefined ? '' : ` ${accessMode}`
    const begin = level === '' && mode === '' ? 'begin' : `start transaction${level}${mode}`
    this.#opening = [CompiledQuery.raw(begin), ...(this.#guard?.statements() ?? [])]
    this.#isInTransaction = true
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const topics = announcements.get(query)
    if (topics !== undefined && this.#isInTransaction) {
      for (const topic of topics) this.#topics.add(topic)
      return { rows: [] }
    }
    if (postponed.has(query) && this.#isInTransaction) {
      this.#later = [...this.#later, query]
      return { rows: [] }
    }
    const batch = batches.get(query)
    const asked = batch ?? [query]
    const isFree = this.#guard === null || this.#isInTransaction || asked.every(isRead)
    const answers = isFree
      ? await this.#send([...this.#takeUnsent(), ...asked])
      : await this.#executeAlone(asked)
    const results = answers.slice(-asked.length).map(toResult)
    return (batch === undefined ? results[0] : { rows: results }) as QueryResult<Row>
  }

  /** Executes statements in a transaction of their own, in one round trip. */
  async #executeAlone(queries: readonly CompiledQuery[]): Promise<readonly PostgresQueryResult<unknown>[]> {
    this.begin({})
    const opening = this.#takeUnsent()
    try {
      const answers = await this.#sendCommit([...opening, ...queries, COMMIT])
      this.#end()
      return answers.slice(0, -1)
    } catch (error) {
      // sent with what failed, the commit has rolled back; sent after it, it was not sent at all
      if (isPipelined(this.#client)) this.#end()
      else await this.rollBack()
      throw error
    }
  }

  streamQuery(): never {
    throw new Error('this database does not stream')
  }

  /** @throws {TransactionAbortedError} if a statement had failed and its error was caught. */
  async commit(): Promise<void> {
    const isUntouched = this.#opening.length > 0 && this.#later.length === 0 && this.#topics.size === 0
    const announced = this.#topics.size === 0 ? [] : [announcementOf([...this.#topics])]
    const statements = [...this.#takeUnsent(), ...announced, COMMIT]
    this.#end()
    if (isUntouched) return
    await this.#sendCommit(statements)
  }

  /** @throws {CommitUnknownError} if the connection ended before the answer to the commit came. */
  async #sendCommit(statements: readonly CompiledQuery[]): Promise<readonly PostgresQueryResult<unknown>[]> {
    try {
      const answers = await this.#send(statements)
      if (answers.at(-1)?.command === 'ROLLBACK') throw new TransactionAbortedError()
      if (this.#event !== null) this.#parts.onEvents(this.#event)
      return answers
    } catch (error) {
      // what PostgreSQL refused is rolled back
      throw isConnectionLost(error) ? new CommitUnknownError(error) : error
    } finally {
      this.#event = null
    }
  }

  /** If it fails, the connection is closed instead: what failed before matters more to the caller. */
  async rollBack(): Promise<void> {
    const isBegun = this.#opening.length === 0
    this.#takeUnsent()
    this.#end()
    this.#event = null
    if (!isBegun) return
    await this.#send([ROLLBACK]).catch(() => {
      this.#discard()
    })
  }

  /** Gives the connection back; one on which a transaction may still be open is closed. */
  release(): void {
    this.#client.release(this.#isBroken)
  }

  #discard(): void {
    this.#isBroken = true
    if (this.#origin !== null) this.#origin.#discard()
  }

  #takeUnsent(): readonly CompiledQuery[] {
    const unsent = [...this.#opening, ...this.#later]
    this.#opening = []
    this.#later = []
    return unsent
  }

  #end(): void {
    this.#topics.clear()
    this.#isInTransaction = false
  }

  #noteEvents(queries: readonly CompiledQuery[], answers: readonly PostgresQueryResult<unknown>[]): void {
    for (const [at, query] of queries.entries())
      if (eventQueries.has(query)) this.#event = (answers[at]?.rows[0] as RecordedEvent | undefined) ?? null
  }

  /** @throws the first error, once every statement is answered. */
  async #send(queries: readonly CompiledQuery[]): Promise<readonly PostgresQueryResult<unknown>[]> {
    try {
      const answers = await STATEMENTS.tracePromise(() => sendAll(this.#client, this.#parts.names, queries), {
        queries,
      })
      this.#noteEvents(queries, answers)
      return answers
    } catch (error) {
      if (codeOf(error) === PLAN_OUTDATED) {
        this.#parts.names.renew()
        // outside a transaction nothing has happened
        const isRepeatable = queries.length === 1 || queries.every(isRead)
        if (!this.#isInTransaction && isRepeatable) return sendAll(this.#client, this.#parts.names, queries)
      }
      this.#parts.onError(error)
      throw this.#guard === null ? error : this.#guard.explain(error)
    }
  }
}

/** PostgreSQL's `feature_not_supported`: a table has changed, and with it the result of a prepared statement. */
const PLAN_OUTDATED = '0A000'

async function sendAll(
  client: PostgresPoolClient,
  names: StatementNames,
  queries: readonly CompiledQuery[],
): Promise<readonly PostgresQueryResult<unknown>[]> {
  if (!isPipelined(client)) {
    const results: PostgresQueryResult<unknown>[] = []
    for (const { sql, parameters } of queries) results.push(await client.query<unknown>(sql, parameters))
    return results
  }
  const socket = socketOf(client)
  // one packet
  socket.cork()
  const asked = queries.map(({ sql, parameters }) =>
    client.query({
      text: sql,
      values: parameters,
      name: isPrepared(sql, parameters) ? names.nameOf(sql) : undefined,
    }),
  )
  socket.uncork()
  const answers = await Promise.allSettled(asked)
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  })
}

/** Whether a text may get a name: neither `begin` and its like, which have no plan, nor several statements in one text. */
const isPrepared = (sql: string, parameters: readonly unknown[]) =>
  parameters.length > 0 || (STARTS_WITH_SELECT.test(sql) && !sql.includes(';'))

const STARTS_WITH_SELECT = /^\s*select\b/i

const isRead = ({ sql }: CompiledQuery) => STARTS_WITH_SELECT.test(sql)

const WRITES: readonly string[] = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

function toResult(answer: PostgresQueryResult<unknown> | undefined): QueryResult<unknown> {
  if (answer === undefined) throw new Error('expected an answer to every statement, got fewer')
  const { command, rowCount, rows } = answer
  return WRITES.includes(command) ? { rows, numAffectedRows: BigInt(rowCount) } : { rows }
}

/** A client of pg that sends a statement without waiting for the answer to the one before. */
interface PipelinedClient {
  query(statement: {
    readonly text: string
    readonly values: readonly unknown[]
    readonly name: string | undefined
  }): Promise<PostgresQueryResult<unknown>>
}

function isPipelined(client: PostgresPoolClient | PipelinedClient): client is PipelinedClient {
  return 'pipeline' in client && client.pipeline === true
}
