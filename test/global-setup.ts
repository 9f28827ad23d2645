import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { fillReferenceTables } from '#server/db/fill-reference-tables.ts'
import { migrate } from '#server/db/migrate.ts'
import { TEST_CIPHER } from './installation-secret.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The one PostgreSQL of a test run, at its maintenance database. */
    postgresUrl: string
    /** The folder of a test run, deleted at its end. */
    folder: string
  }
}

/** A migrated database with its reference tables filled; each test file gets a copy of it. */
const TEMPLATE = 'keyhold_template'
/** Tests never cut the power. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

export default async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = await newFolder()
  const { url, stop } = await startTestPostgres()
  project.provide('postgresUrl', url)
  project.provide('folder', folder)
  return async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts a PostgreSQL that has the template of the tests' databases. */
export async function startTestPostgres(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const dataFolder = await newFolder()
  const postgres = await startEmbeddedPostgres({ dataFolder, settings: FAST })
  const stop = async () => {
    await postgres.stop()
    await rm(postgres.clusterFolder, { recursive: true, force: true })
    await rm(dataFolder, { recursive: true, force: true })
  }
  try {
    await createTemplate(postgres.url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: postgres.url, stop }
}

async function createTemplate(maintenanceUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl })
  await client.connect()
  // a test opens a dozen connections, and deriving a key 4096 times for each is a tenth of a suite's CPU
  await client.query('set scram_iterations = 1')
  await client.query(`alter role current_user password ${client.escapeLiteral(client.password ?? '')}`)
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const template = new URL(maintenanceUrl)
  template.pathname = `/${TEMPLATE}`
  await migrate(template.href)
  const { db, close } = openDatabase(template.href, { max: 1 })
  await fillReferenceTables(db)
  // what tests that stamp no database seal keys with
  await db.insertInto('key_secrets').values({ id: TEST_CIPHER.secretId }).execute()
  await close()
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-test-'))
  await chmod(folder, 0o755)
  return folder
}
