import type { Settings } from '#server/config/settings.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import type { MigrationStep } from '#server/db/migrate.ts'

/** The database as the owner of its tables. */
export interface OwnedDatabase {
  readonly url: string
  /** What follows the migrations. */
  readonly steps: readonly MigrationStep[]
  readonly stop: () => Promise<void>
}

/** Opens the database of the settings for changes of its schema; starts an embedded one. */
export async function openAsOwner({ databaseUrl, dataFolder }: Settings): Promise<OwnedDatabase> {
  if (databaseUrl !== 'embedded') return { url: databaseUrl, steps: [], stop: () => Promise.resolve() }
  const embedded = await startEmbeddedPostgres({ dataFolder })
  const stop = async () => void (await embedded.stop())
  return { url: embedded.url, steps: [embedded.grantRights], stop }
}
