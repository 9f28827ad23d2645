import { sql } from 'kysely'
import type { Database, Db } from '#server/db/database.ts'
import { databaseOver } from '#server/db/database-over.ts'
import { serverOf } from '#server/db/database-server.ts'
import { codeOf } from '#server/db/error-code.ts'
import type { ShopClient } from '#server/db/shop-client.ts'
import { isSameServer, type ServerIdentity } from '#server/db/server-identity.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import type { Wallet } from '#shared/chains.ts'
import { watchReserved } from './advance-wallet.ts'
import { mergeReserved, type HighWaterMark } from './high-water-mark.ts'
import { judgeDatabase, type DatabaseVerdict } from './judge-database.ts'
import type { MarkKeeper } from './mark-keeper.ts'
import { readFigures, readNewestEvents } from './read-figures.ts'
import { mergeIntoRecovery, startRecovery } from './recoveries.ts'

interface DatabaseGuardDeps {
  readonly mark: MarkKeeper
  readonly profile: 'demo' | 'production'
  /** The extended public keys that the shop sells with. */
  readonly wallets: Readonly<Record<Wallet, Xpub | null>>
  readonly url: string
  readonly clock: Clock
  readonly log: Log
}

/** Compares the database with the mark of this process: at the start, and on every connection that is opened later. */
export interface DatabaseGuard {
  readonly mark: MarkKeeper
  /**
   * Compares, and begins a recovery if orders are missing. From now on `admit` compares.
   *
   * @throws {UnreadableMarkError} if the mark is damaged.
   */
  begin(database: Pick<Database, 'pool'>): Promise<DatabaseVerdict>
  /** Compares over a connection of that server. Once it returns, nothing that is sold twice can be read over it. */
  compare(db: Db, server: ServerIdentity): Promise<DatabaseVerdict>
  /** For a pool: resolves once a new connection may be used. Before `begin` it compares nothing. */
  admit(client: ShopClient): Promise<void>
  /** Reads from the database what is not told of: the addresses that were reserved. */
  refresh(db: Db): Promise<void>
}

/** The database on the other side is another server now, or another state of it. */
class ServerReplacedError extends Error {
  /** SQLSTATE connection_failure. */
  readonly code = '08006'
  constructor() {
    super('the database moved to another server, or was restarted; the connection is closed')
    this.name = 'ServerReplacedError'
  }
}

/** The database is not that of the shop that runs: it has none of its tables, or they are another shop's. */
class ForeignDatabaseError extends Error {
  /** SQLSTATE sqlserver_rejected_establishment_of_sqlconnection. */
  readonly code = '08004'
  constructor() {
    super('DATABASE_URL leads to a database of something else than this shop now')
    this.name = 'ForeignDatabaseError'
  }
}

const UNDEFINED_TABLE = '42P01'

/** How many recoveries may be lost together. */
const FORMER_IDS_MAX = 8

/** Creates the guard of a database. */
export function createDatabaseGuard(deps: DatabaseGuardDeps): DatabaseGuard {
  const { mark, url, profile, wallets, clock, log } = deps
  let isArmed = false
  /** The server that was compared last; its connections may be used side by side. */
  let known: ServerIdentity | null = null

  const compare = async (db: Db, server: ServerIdentity): Promise<DatabaseVerdict> => {
    const before = mark.current()
    const figures = { ...(await readFigures(db, before)), ...server }
    const verdict = judgeDatabase(before, figures)
    if (verdict === 'current' || isDemoReplaced(before, figures.databaseId)) {
      if (before?.databaseId === figures.databaseId) await follow(server)
      else await takeOver(db, server)
      return 'current'
    }
    // nothing is written into a database that may be another shop's; at a start it is the one that was restored
    if (verdict === 'other_database' && isArmed) throw new ForeignDatabaseError()
    await db.transaction().execute((tx) => beginRecovery(tx, server))
    log.error(
      { verdict },
      'the database lacks orders that were made: no orders are taken until its recovery is finished',
    )
    await takeOver(db, server)
    return verdict
  }

  /** A demo may be given another database at any time. */
  const isDemoReplaced = (before: HighWaterMark | null, databaseId: string) =>
    profile === 'demo' && before !== null && before.databaseId !== databaseId

  /** Of several processes that notice at once, one begins the recovery; the others add what only they know. */
  const beginRecovery = async (tx: Db, server: ServerIdentity): Promise<void> => {
    await sql`select from installation for update`.execute(tx)
    const before = mark.current()
    const figures = { ...(await readFigures(tx, before)), ...server }
    const verdict = judgeDatabase(before, figures)
    if (verdict === 'current' || before === null) return
    const open = await mergeIntoRecovery(tx, before.reserved)
    if (open !== null) {
      await watchAll(tx, open, before)
      return
    }
    // the marks of this state of the database no longer apply, in any process
    await sql`update installation set database_id = gen_random_uuid()`.execute(tx)
    const newest = (await readNewestEvents(tx)).at(-1)
    const begun = await startRecovery(
      tx,
      {
        cause: verdict,
        previousDatabaseId: before.databaseId,
        coveredDatabaseIds: [figures.databaseId, ...before.formerIds],
        lostSince: newest === undefined ? clock() : new Date(newest.at),
        reserved: before.reserved,
      },
      clock(),
    )
    if (begun !== null) await watchAll(tx, begun, before)
  }

  const watchAll = async (tx: Db, id: string, { reserved }: HighWaterMark): Promise<void> => {
    for (const xpub of Object.values(wallets))
      if (xpub !== null) await watchReserved(tx, xpub, { id }, reserved[xpub.fingerprint] ?? 0)
  }

  /** The same database, on a server that has all that the mark names. Events may be noted meanwhile. */
  const follow = async ({ systemId, timeline }: ServerIdentity): Promise<void> => {
    const now = mark.current()
    if (now === null || (now.systemId === systemId && now.timeline === timeline)) return
    mark.replace({ ...now, systemId, timeline })
    await mark.save()
  }

  /** Makes the mark that of a database which was compared, or whose recovery has begun. Indexes are kept. */
  const takeOver = async (db: Db, { systemId, timeline }: ServerIdentity): Promise<void> => {
    const before = mark.current()
    const { databaseId, reserved } = await readFigures(db, null)
    const kept = before === null || isDemoReplaced(before, databaseId) ? null : before
    const formerIds = [...(kept?.formerIds ?? []), ...(kept === null ? [] : [kept.databaseId])]
    mark.replace({
      version: 2,
      databaseId,
      formerIds: formerIds.filter((id) => id !== databaseId).slice(-FORMER_IDS_MAX),
      systemId,
      timeline,
      reserved: mergeReserved(kept?.reserved ?? {}, reserved),
      newestEvents: await readNewestEvents(db),
    })
    await mark.save()
  }

  const refresh = async (db: Db): Promise<void> => {
    const { databaseId, reserved } = await readFigures(db, null)
    const before = mark.current()
    // another process has begun a recovery: this one compares when it connects
    if (before?.databaseId !== databaseId) return
    const merged = mergeReserved(before.reserved, reserved)
    if (JSON.stringify(merged) !== JSON.stringify(before.reserved))
      mark.replace({ ...before, reserved: merged })
  }

  const settle = (client: ShopClient): Promise<DatabaseVerdict> =>
    settleUnchecked(client).catch((error: unknown) => {
      throw codeOf(error) === UNDEFINED_TABLE ? new ForeignDatabaseError() : error
    })
  const settleUnchecked = async (client: ShopClient): Promise<DatabaseVerdict> => {
    const server = client.identity
    if (server === null) throw new Error('expected the identity of an open connection')
    const db = databaseOver(client)
    const isNew = known === null || !isSameServer(known, server)
    // what the server shows after a crash may be on no standby yet
    if (server.isSynchronous) await waitForStandby(db)
    const verdict = await compare(db, server)
    if (isNew) {
      known = server
      serverOf(url).cutOthers(server, new ServerReplacedError())
    }
    return verdict
  }

  return {
    mark,
    compare,
    begin: async ({ pool }) => {
      await mark.load()
      const client = (await pool.connect()) as ShopClient & { release(): void }
      try {
        const verdict = await settle(client)
        if (client.identity !== null) await takeOver(databaseOver(client), client.identity)
        isArmed = true
        return verdict
      } finally {
        client.release()
      }
    },
    admit: async (client) => {
      if (isArmed) await settle(client)
    },
    refresh,
  }
}

/** A commit that waits for a standby: once it returns, everything that was visible before is there, too. */
async function waitForStandby(db: Db): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'keyhold', '')`.execute(db)
}
