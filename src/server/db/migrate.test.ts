import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { olderMigrations } from '#test/older-migrations.ts'
import { migrate } from './migrate.ts'
import { openSession } from './session.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.close())
  return database
}

async function folderOf(files: Record<string, string>): Promise<URL> {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

test('every migration is applied once, in order, and a second run changes nothing', async () => {
  const { url } = await emptyDatabase()
  const applied = await migrate(url)
  expect(applied[0]).toBe('0001_shop.sql')
  expect(applied).toEqual([...applied].sort())
  expect(await migrate(url)).toEqual([])
})

test('of five concurrent processes one migrates, the others wait', async () => {
  const { url } = await emptyDatabase()
  const all = await Promise.all(Array.from({ length: 5 }, () => migrate(url)))
  expect(all.filter((applied) => applied.length > 0)).toHaveLength(1)
})

test('a migration that fails is rolled back; those before it stay', async () => {
  const { url, db } = await emptyDatabase()
  const folder = await folderOf({
    '1.sql': 'create table one (id int)',
    '2.sql': 'create table two (id int); create table two (id int)',
  })
  await expect(migrate(url, { folder })).rejects.toThrow('migration 2.sql failed and was rolled back')
  const { rows } = await sql`select to_regclass('one') as one, to_regclass('two') as two`.execute(db)
  expect(rows).toEqual([{ one: 'one', two: null }])
})

test('a migration edited after it was applied is rejected', async () => {
  const { url } = await emptyDatabase()
  await migrate(url, { folder: await folderOf({ '1.sql': 'create table one (id int)' }) })
  const edited = await folderOf({ '1.sql': 'create table one (id int, name text)' })
  await expect(migrate(url, { folder: edited })).rejects.toThrow('never edit an applied migration')
})

test('a database migrated by a newer release is refused, and the message names what is needed', async () => {
  const { url, db } = await emptyDatabase()
  const files = { '1.sql': 'create table one (id int)' }
  await migrate(url, { folder: await folderOf({ ...files, '2.sql': 'alter table one add note text' }) })
  const older = await folderOf(files)
  await expect(migrate(url, { folder: older })).rejects.toThrow(
    /^this database was migrated by a newer release \(2\.sql\) and this is Keyhold \d+\.\d+\.\d+, which does not know/,
  )
  await sql`alter table migrations add release text`.execute(db)
  await sql`update migrations set release = '9.1.0'`.execute(db)
  await expect(migrate(url, { folder: older })).rejects.toThrow('migrated by Keyhold 9.1.0 (2.sql)')
})

test('the release that applied a migration is noted', async () => {
  const { url, db } = await emptyDatabase()
  await migrate(url)
  const { rows } = await sql<{ release: string }>`select distinct release from migrations`.execute(db)
  expect(rows).toEqual([{ release: expect.stringMatching(/^\d+\.\d+\.\d+/) as string }])
})

test.each([true, false])(
  'the tables of pg-boss go unless a process of an earlier release uses them: %s',
  async (isUsed) => {
    const folder = temporaryFolder()
    const { url, db } = await emptyDatabase()
    await migrate(url, { folder: await olderMigrations(folder, '0072_webhook_formats.sql') })
    await sql`create schema pgboss`.execute(db)
    await sql`create table pgboss.job (id uuid)`.execute(db)
    const earlier = isUsed ? await openSession(url, 'jobs') : null
    const applied = await migrate(url, { folder: await olderMigrations(folder, '0073_clean_ups.sql') })
    await earlier?.close()
    expect(applied).toEqual(['0073_clean_ups.sql'])
    const { rows } = await sql`select from pg_namespace where nspname = 'pgboss'`.execute(db)
    expect(rows).toHaveLength(isUsed ? 1 : 0)
  },
)
