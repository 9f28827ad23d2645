import type { Settings } from '#server/config/settings.ts'
import { createLog, type Log } from '#server/runtime/log.ts'
import { openShopDatabase, type ShopDatabase } from '#server/shop/shop-database.ts'
import type { CommandContext } from './command.ts'
import { requireSettings } from './require-settings.ts'

/** What a command that works on the shop's data is given. */
export interface CommandDeps {
  readonly settings: Settings
  readonly database: ShopDatabase
  readonly log: Log
}

/** Works on the shop's database, beside a running shop or without one, and lets go of it whatever happens. */
export async function withDatabase<T>(
  context: CommandContext,
  work: (shop: CommandDeps) => Promise<T>,
): Promise<T> {
  const settings = requireSettings(context.environment)
  const log = createLog({ level: settings.logLevel === 'info' ? 'warn' : settings.logLevel })
  const database = await openShopDatabase(settings, { log, say: context.say, max: 4, isServing: false })
  try {
    return await work({ settings, database, log })
  } finally {
    await database.close()
  }
}
