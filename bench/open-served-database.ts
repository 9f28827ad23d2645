import { readSettings } from '#server/config/read-settings.ts'
import { createLog } from '#server/runtime/log.ts'
import { openShopDatabase } from '#server/shop/shop-database.ts'

/** Opens the database of a shop that is served with the same settings. @throws {Error} if they are faulty. */
export async function openServedDatabase(settings: Readonly<Record<string, string>>) {
  const outcome = readSettings(settings)
  if (outcome.kind !== 'settings') throw new Error(outcome.faults.join('\n'))
  return openShopDatabase(outcome.settings, {
    log: createLog({ level: 'silent' }),
    say: () => undefined,
    max: 2,
    isServing: false,
  })
}
