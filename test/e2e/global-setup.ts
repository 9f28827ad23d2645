import { spawnSync } from 'node:child_process'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'

/** Names the data folder that the shops of a run begin with. */
const TEMPLATE = 'KEYHOLD_E2E_TEMPLATE'
/** Tests never cut the power. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** Makes a data folder with a migrated database once: creating one takes a third of a shop's first start. */
export default async function makeTemplate(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-template-'))
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, settings: FAST })
  await migrate(postgres.url, { then: [postgres.grantRights] })
  await postgres.stop()
  await appendFile(join(postgres.clusterFolder, 'postgresql.auto.conf'), `${FAST.join('\n')}\n`)
  process.env[TEMPLATE] = folder
  return async () => {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Fills the data folder of a shop that has not been started. */
export function copyTemplate(dataFolder: string): void {
  const folder = process.env[TEMPLATE]
  if (folder === undefined) throw new Error(`expected ${TEMPLATE} to name a data folder`)
  // with its owners: PostgreSQL may run as another user
  const { status, stderr } = spawnSync('cp', ['-a', `${folder}/.`, dataFolder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`expected a copy of ${folder}, cp said: ${stderr}`)
}
