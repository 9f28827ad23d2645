import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readSettings } from '#server/config/read-settings.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { withDatabaseName } from '#server/db/split-hosts.ts'
import { createLog } from '#server/runtime/log.ts'
import { openShopDatabase, type ShopDatabase } from '#server/shop/shop-database.ts'
import { startDatabaseProxy, type DatabaseProxy } from '#test/database-proxy.ts'
import { TEST_SECRET_TEXT } from '#test/installation-secret.ts'
import { serveShop, type ServedShop } from '#test/served-shop.ts'

/** The pinned code of a measured shop's captchas. */
export const BENCH_CODE = 'ABC123'

type Environment = Readonly<Record<string, string>>

/** What a bench measures in: all that it starts ends with it, what was started last first. */
export interface Bench {
  /** A folder of its own for temporary files. */
  readonly folder: string
  /** Serves a shop without limits, on a database in {@link folder} unless told otherwise. @param source the sources that are served. */
  shop(settings?: Environment, source?: string): Promise<ServedShop>
  /** The database of a shop that is served with the same settings. */
  shopDatabase(settings?: Environment): Promise<ShopDatabase>
  /** @param settings of PostgreSQL, such as `fsync=off`. */
  postgres(settings?: readonly string[]): Promise<EmbeddedPostgres>
  proxy(url: string): Promise<DatabaseProxy>
  database(url: string, max?: number): Promise<Database>
  /** Creates a database on the server of a URL. @returns its URL. */
  createDatabase(url: string, name: string): Promise<string>
  /** Has something else end with the bench. */
  defer(end: () => Promise<unknown>): void
}

/** Runs a bench, and ends what it has started. */
export async function withBench<Result>(measure: (bench: Bench) => Promise<Result>): Promise<Result> {
  await using started = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-bench-'))
  const kept = <Thing>(thing: Thing, end: (thing: Thing) => Promise<unknown>) => {
    started.defer(async () => void (await end(thing)))
    return thing
  }
  kept(folder, () => rm(folder, { recursive: true, force: true }))
  const common = {
    KEYHOLD_DATA: join(folder, 'shop'),
    KEYHOLD_SECRET: TEST_SECRET_TEXT,
    KEYHOLD_CAPTCHA_CODE: BENCH_CODE,
    KEYHOLD_LIMITS: 'off',
    KEYHOLD_TRUST_PROXY: '127.0.0.1',
  }
  const database = (url: string, max = 1) =>
    Promise.resolve(kept(openDatabase(url, { max }), ({ close }) => close()))
  return await measure({
    folder,
    shop: async (settings, source) =>
      kept(await serveShop({ ...common, ...settings }, source), (shop) => shop.stop()),
    shopDatabase: async (settings) => {
      const outcome = readSettings({ ...common, ...settings })
      if (outcome.kind !== 'settings') throw new Error(outcome.faults.join('\n'))
      const how = { log: createLog({ level: 'silent' }), say: () => undefined, max: 2, isServing: false }
      return kept(await openShopDatabase(outcome.settings, how), (opened) => opened.close())
    },
    postgres: async (settings = []) =>
      kept(await startEmbeddedPostgres({ dataFolder: folder, settings }), ({ stop }) => stop()),
    proxy: async (url) => kept(await startDatabaseProxy(url), (proxy) => proxy.stop()),
    database,
    createDatabase: async (url, name) => {
      await sql`create database ${sql.id(name)}`.execute((await database(url)).db)
      return withDatabaseName(url, name)
    },
    defer: (end) => kept(null, end),
  })
}
