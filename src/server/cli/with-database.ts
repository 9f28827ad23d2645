import type { Settings } from '#server/config/settings.ts'
import type { Db } from '#server/db/database.ts'
import { createLog, type Log } from '#server/runtime/log.ts'
import { openShopDatabase, type ShopDatabase } from '#server/shop/shop-database.ts'
import type { CommandContext } from './command.ts'
import { requireSettings } from './require-settings.ts'

/** The dependencies of a command that uses the shop's data. */
export interface CommandDeps {
  readonly settings: Settings
  readonly database: ShopDatabase
  readonly log: Log
}

/**
 * Runs `work` with the shop's database, whether the shop is running or not, and closes it afterwards.
 *
 * @param before runs first, when the secret may still be missing.
 */
export async function withDatabase<T>(
  context: CommandContext,
  work: (deps: CommandDeps) => Promise<T>,
  before: (db: Db, settings: Settings) => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const settings = requireSettings(context.environment)
  const log = createLog({ level: settings.logLevel === 'info' ? 'warn' : settings.logLevel })
  const database = await openShopDatabase(settings, {
    log,
    say: context.say,
    max: 4,
    isServing: false,
    beforeStamp: (db) => before(db, settings),
  })
  try {
    return await work({ settings, database, log })
  } finally {
    await database.close()
  }
}
