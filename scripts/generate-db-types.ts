import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { runTypeGenerator } from './type-generator.ts'

// Writes src/server/db/schema.ts from the migrations, through a temporary PostgreSQL.
const dataFolder = await mkdtemp(join(tmpdir(), 'keyhold-types-'))
const postgres = await startEmbeddedPostgres({ dataFolder, settings: ['fsync=off'] })
try {
  await migrate(postgres.url)
  process.stdout.write(await runTypeGenerator(postgres.url, 'write'))
} finally {
  await postgres.stop()
  await rm(postgres.clusterFolder, { recursive: true, force: true })
  await rm(dataFolder, { recursive: true, force: true })
}
