import pg from 'pg'
import {
  AnswerOverdueError,
  serverOf,
  type DatabaseServer,
  type WatchedConnection,
} from './database-server.ts'
import { greetServer, type ServerIdentity } from './server-identity.ts'
import { socketOf } from './socket-of.ts'
import { splitHosts } from './split-hosts.ts'
import { typeReaders } from './type-readers.ts'
import { END_MS, OVERDUE_MS, WAIT_LIMITS, type WaitLimits, type WorkKind } from './wait-limits.ts'

/** How a connection is opened. */
export interface ShopClientOptions {
  readonly url: string
  readonly kind: WorkKind
  /** Shown in pg_stat_activity, such as `'keyhold leader chains'`. */
  readonly name: string
  /** Whether statements are sent without waiting for the answers to earlier ones. */
  readonly isPipelined?: boolean
  /** The shop's own unless given: bigint for whole numbers. */
  readonly types?: pg.CustomTypesConfig
}

type Done = (error: Error | null) => void

/**
 * A connection whose every wait has an end. While an answer is awaited and no byte of it comes, the server is asked whether
 * it still works on it; if not, the connection is destroyed, and what waited fails. All connections of the shop are of this
 * class. One that breaks fails its statements; nobody needs to listen for its errors.
 */
export class ShopClient extends pg.Client implements WatchedConnection {
  readonly #server: DatabaseServer
  readonly #limits: WaitLimits
  #hostUrl: string
  #identity: ServerIdentity | null = null
  /** When the last byte came, or the first statement was sent, in ms; null while nothing is awaited. */
  #waitingSince: number | null = null
  #watch: NodeJS.Timeout | null = null

  constructor({ url, kind, name, isPipelined = false, types = typeReaders }: ShopClientOptions) {
    const hostUrl = splitHosts(url)?.[0] ?? url
    const limits = WAIT_LIMITS[kind]
    super({
      connectionString: hostUrl,
      types,
      application_name: name,
      connectionTimeoutMillis: limits.connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: OVERDUE_MS,
      pipeline: isPipelined,
    })
    this.#server = serverOf(url)
    this.#limits = limits
    this.#hostUrl = hostUrl
    const send = this.query.bind(this) as (...asked: readonly unknown[]) => unknown
    this.query = ((...asked: readonly unknown[]) => {
      this.#waitingSince ??= performance.now()
      this.#watch ??= this.#look(OVERDUE_MS)
      return send(...asked)
    }) as pg.Client['query']
    this.on('error', () => {
      this.#server.forgetPrimary()
    })
    this.on('drain', () => {
      this.#waitingSince = null
    })
    this.on('end', () => {
      this.#waitingSince = null
      this.#server.remove(this)
    })
  }

  /** Which server it leads to, once it is open. */
  get identity(): ServerIdentity | null {
    return this.#identity
  }
  get hostUrl(): string {
    return this.#hostUrl
  }
  get isWaiting(): boolean {
    return this.#waitingSince !== null
  }

  override connect(): Promise<this>
  override connect(done: Done): void
  override connect(done?: Done): Promise<this> | undefined {
    const opening = this.#open()
    if (done === undefined) return opening
    opening.then(
      () => {
        done(null)
      },
      (error: unknown) => {
        done(error instanceof Error ? error : new Error(String(error)))
      },
    )
    return undefined
  }

  async #open(): Promise<this> {
    const late = setTimeout(() => {
      this.cut(new Error('timeout exceeded when trying to connect'))
    }, this.#limits.connectMs)
    try {
      this.#leadTo(await this.#server.primaryUrl())
      if (socketOf(this).destroyed) throw new Error('timeout exceeded when trying to connect')
      await super.connect()
      socketOf(this).on('data', () => {
        if (this.#waitingSince !== null) this.#waitingSince = performance.now()
      })
      this.#identity = await greetServer(this, this.#limits)
      this.#server.add(this)
      return this
    } catch (error) {
      this.#server.forgetPrimary()
      socketOf(this).destroy()
      throw error
    } finally {
      clearTimeout(late)
    }
  }

  /** pg reads the host when it connects; everything else is the same for all hosts of a URL. */
  #leadTo(hostUrl: string): void {
    if (hostUrl === this.#hostUrl) return
    this.#hostUrl = hostUrl
    const { hostname, port } = new URL(hostUrl)
    this.host = decodeURIComponent(hostname)
    this.port = port === '' ? 5432 : Number(port)
  }

  /** One timer serves many statements: it is not touched when an answer comes. */
  #look(afterMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#watch = null
      void this.#checkAnswer()
    }, afterMs).unref()
  }

  async #checkAnswer(): Promise<void> {
    const since = this.#waitingSince
    if (since === null) return
    const waitedMs = performance.now() - since
    if (waitedMs < OVERDUE_MS) {
      this.#watch = this.#look(OVERDUE_MS - waitedMs)
      return
    }
    const { statementMs } = this.#limits
    const isTooLong = statementMs > 0 && waitedMs > statementMs + OVERDUE_MS
    const isWorking = !isTooLong && (await this.#server.isWorkingFor(this))
    // a byte may have come while the server was asked
    if (this.#waitingSince === since && !isWorking) {
      this.cut(new AnswerOverdueError())
      this.#server.forgetPrimary()
      this.#server.checkOthers()
      return
    }
    if (this.isWaiting) this.#watch ??= this.#look(OVERDUE_MS)
  }

  /** pg has no way to drop a connection that does not respond. */
  cut(error: Error): void {
    socketOf(this).destroy(error)
  }

  /** Waits a moment for the server to close the connection, and for what it still answers. */
  override end(): Promise<void>
  override end(done: Done): void
  override end(done?: Done): Promise<void> | undefined {
    const late = setTimeout(() => {
      socketOf(this).destroy()
    }, END_MS)
    late.unref()
    const ended = super.end().finally(() => {
      clearTimeout(late)
    })
    if (done === undefined) return ended
    void ended.then(() => {
      done(null)
    })
    return undefined
  }
}

/** Opens a connection for one piece of work; the caller ends it. */
export async function openClient(options: ShopClientOptions): Promise<ShopClient> {
  return new ShopClient(options).connect()
}
