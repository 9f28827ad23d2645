import { createLog } from '#server/runtime/log.ts'
import { systemClock, type Clock } from '#server/runtime/clock.ts'
import { createDatabaseGuard, type DatabaseGuard } from '#server/recovery/database-guard.ts'
import { createMarkKeeper } from '#server/recovery/mark-keeper.ts'

/** The guard of a process whose data folder this is, over a database of the given URL. */
export function openGuard(
  { url }: { readonly url: string },
  dataFolder: string,
  { profile = 'production', clock = systemClock }: { profile?: 'demo' | 'production'; clock?: Clock } = {},
): DatabaseGuard {
  const log = createLog({ level: 'silent' })
  return createDatabaseGuard({ mark: createMarkKeeper({ dataFolder, log }), profile, url, clock, log })
}
