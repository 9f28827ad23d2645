import { createLog } from '#server/runtime/log.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { createDatabaseGuard, type DatabaseGuard } from '#server/recovery/database-guard.ts'
import { createMarkKeeper } from '#server/recovery/mark-keeper.ts'

/** The guard of a process whose data folder this is, over a database of the given URL. */
export function openGuard(
  { url }: { readonly url: string },
  dataFolder: string,
  {
    profile = 'production',
    clock = systemClock,
    wallets = { bitcoin: null, litecoin: null, evm: null, tron: null },
  }: Partial<Parameters<typeof createDatabaseGuard>[0]> = {},
): DatabaseGuard {
  const log = createLog({ level: 'silent' })
  return createDatabaseGuard({
    mark: createMarkKeeper({ dataFolder, log }),
    profile,
    wallets,
    url,
    clock,
    log,
  })
}
