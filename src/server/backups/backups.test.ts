import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { createLog } from '#server/runtime/log.ts'
import { createTestDatabase } from '#test/database.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { testClock } from '#test/test-clock.ts'
import { until } from '#test/until.ts'
import { TEST_CIPHER, TEST_SECRET_SOURCE } from '#test/installation-secret.ts'
import { listBackups } from './backup-folder.ts'
import { withBackupLock } from './backup-lock.ts'
import { createBackupWorker, runDueBackups } from './backup-worker.ts'
import { scratchNameFor } from './check-restore.ts'
import { describeBackups } from './describe-backups.ts'
import { listOffered } from './list-offered.ts'
import type { BackupDeps } from './make-backup.ts'
import { readDatabaseId } from './read-database-id.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

const DAY_S = 86_400

let folder: string
const database = useTestDatabase({ isFreshPerTest: true })
let time: ReturnType<typeof testClock>
let deps: BackupDeps
beforeEach(async () => {
  folder = temporaryFolder()
  time = testClock()
  await stampInstallation(database.db, { profile: 'demo', wallets: [] }, TEST_SECRET_SOURCE)
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 20)
  await insertPayment(database.db)
  deps = {
    db: database.db,
    ownerUrl: database.url,
    databaseId: await readDatabaseId(database.db),
    backups: { folder: join(folder, 'backups'), keys: [Buffer.alloc(32, 9)], atMinute: 180 },
    secrets: TEST_SECRET_SOURCE,
    clock: time.clock,
    log: createLog({ level: 'silent' }),
  }
})

const never = new AbortController().signal
const runDue = (other: Partial<BackupDeps> = {}) => runDueBackups({ ...deps, ...other }, time.clock(), never)
const shown = () => describeBackups(database.db, deps.backups, time.clock())

async function openAlerts(): Promise<readonly string[]> {
  const rows = await database.db.selectFrom('alerts').select('kind').where('closed_at', 'is', null).execute()
  return rows.map(({ kind }) => kind).sort()
}

async function files(): Promise<readonly string[]> {
  return (await listBackups(deps.backups.folder ?? '', deps.databaseId)).map(({ file }) => file)
}

test('the first look writes a backup and proves that it can be restored; the next day writes another', async () => {
  await runDue()
  const [first = ''] = await files()
  expect((await stat(join(deps.backups.folder ?? '', first))).mode & 0o777).toBe(0o600)
  const at = time.clock().toISOString()
  expect(await shown()).toEqual({
    isScheduled: true,
    isEncrypted: true,
    lastAt: at,
    isOld: false,
    verifiedAt: at,
    failure: null,
    checkFailure: null,
  })
  await runDue()
  expect(await files()).toEqual([first])
  time.pass(DAY_S)
  await runDue()
  expect(await files()).toHaveLength(2)
  // the restore was proved a day ago
  expect((await shown()).verifiedAt).toBe(at)
  expect(await openAlerts()).toEqual([])
})

test('a shop in which nothing has happened yet makes no backup, and is not warned of it', async () => {
  const empty = await createTestDatabase()
  onTestFinished(() => empty.close())
  await stampInstallation(empty.db, { profile: 'demo', wallets: [] }, TEST_SECRET_SOURCE)
  const other = { db: empty.db, ownerUrl: empty.url, databaseId: await readDatabaseId(empty.db) }
  const began = time.clock()
  time.pass(3 * DAY_S)
  await runDueBackups({ ...deps, ...other }, began, never)
  expect(existsSync(deps.backups.folder ?? '')).toBe(false)
  expect(await empty.db.selectFrom('alerts').select('kind').execute()).toEqual([])
  await addNewKeys(empty.db, TEST_CIPHER, 'standard', 1)
  await runDueBackups({ ...deps, ...other }, began, never)
  expect(await listBackups(deps.backups.folder ?? '', other.databaseId)).toHaveLength(1)
})

test('every backup of a folder is offered with what it holds, whatever its name is', async () => {
  await runDue()
  const backupFolder = deps.backups.folder ?? ''
  const [own = ''] = await files()
  await copyFile(join(backupFolder, own), join(backupFolder, 'my own name'))
  for (const name of ['notes.txt', 'broken.backup', '.keyhold-backup-unfinished'])
    await writeFile(join(backupFolder, name), 'a text')
  await mkdir(join(backupFolder, 'a folder'))
  const made = {
    createdAt: time.clock().toISOString(),
    isReadable: true,
    orders: 1,
    keys: 20,
    release: '0.1.0',
  }
  const unreadable = { isReadable: false, orders: null, keys: null, release: null }
  const offered = await listOffered(backupFolder, deps.backups.keys)
  expect(offered).toHaveLength(3)
  expect(offered).toEqual(
    expect.arrayContaining([
      { file: own, bytes: expect.any(Number) as number, ...made },
      { file: 'my own name', bytes: (await stat(join(backupFolder, own))).size, ...made },
      expect.objectContaining({ file: 'broken.backup', ...unreadable }),
    ]),
  )
  // with another key: those that are named like one are shown all the same
  const locked = await listOffered(backupFolder, [Buffer.alloc(32, 8)])
  expect(locked.map(({ file, isReadable }) => [file, isReadable])).toEqual(
    expect.arrayContaining([
      [own, false],
      ['broken.backup', false],
    ]),
  )
  expect(await listOffered(join(folder, 'missing'), [])).toEqual([])
})

test('two processes that look at once write one backup', async () => {
  await Promise.all([runDue(), runDue(), runDue()])
  expect(await files()).toHaveLength(1)
  expect(await database.db.selectFrom('backup_runs').select('kind').orderBy('kind').execute()).toEqual([
    { kind: 'backup' },
    { kind: 'restore_check' },
  ])
})

test('old backups are deleted by the rule, of this database only', async () => {
  await runDue()
  const foreign = 'keyhold-00000000-20200101T030000Z.backup'
  await writeFile(join(deps.backups.folder ?? '', foreign), '')
  for (let day = 0; day < 9; day += 1) {
    time.pass(DAY_S)
    await runDue()
  }
  const names = await readdir(deps.backups.folder ?? '')
  expect(names).toContain(foreign)
  // seven days, the Sunday before them, and the first, whose restore was proved
  expect((await files()).length).toBeLessThan(10)
  expect((await files()).length).toBeGreaterThanOrEqual(7)
})

test('a backup that fails is one alert until one succeeds, and too old after a day and a half', async () => {
  await runDue()
  time.pass(DAY_S)
  const path = deps.backups.folder
  await rm(path ?? '', { recursive: true })
  await writeFile(path ?? '', 'a file where the folder was')
  await runDue()
  expect(await openAlerts()).toEqual(['backup-failed'])
  expect((await shown()).failure).toEqual({ code: 'EEXIST', at: time.clock().toISOString() })
  // not tried again at once
  await runDue()
  expect(
    await database.db.selectFrom('backup_runs').select('id').where('failure', 'is not', null).execute(),
  ).toHaveLength(1)
  expect((await shown()).isOld).toBe(false)
  time.pass(DAY_S)
  await runDue()
  expect((await shown()).isOld).toBe(true)
  expect(await openAlerts()).toEqual(['backup-failed', 'backup-old'])
  await rm(path ?? '')
  time.pass(DAY_S)
  await runDue()
  expect(await files()).toHaveLength(1)
  expect(await openAlerts()).toEqual([])
  expect(await shown()).toMatchObject({ isOld: false, failure: null })
})

test('a newest backup that was damaged is an alert of the monthly restore, which ends with a good one', async () => {
  await runDue()
  time.pass(31 * DAY_S)
  await runDue()
  const [newest = ''] = await files()
  await database.db.deleteFrom('backup_runs').where('kind', '=', 'restore_check').execute()
  await writeFile(join(deps.backups.folder ?? '', newest), 'damaged')
  await runDue()
  expect(await openAlerts()).toEqual(['restore-check-failed'])
  expect((await shown()).checkFailure).toMatchObject({ code: 'BackupFileError' })
  time.pass(DAY_S)
  await runDue()
  expect(await openAlerts()).toEqual([])
})

test('what a killed process left is dropped: the scratch database, and an unfinished file after a day', async () => {
  const scratch = scratchNameFor(deps.databaseId)
  await sql`create database ${sql.id(scratch)}`.execute(database.db)
  await runDue()
  const { rows } = await sql`select from pg_database where datname = ${scratch}`.execute(database.db)
  expect(rows).toHaveLength(0)
  const left = join(deps.backups.folder ?? '', '.keyhold-backup-left')
  await writeFile(left, 'half')
  await utimes(left, new Date(0), new Date(0))
  time.pass(DAY_S)
  await runDue()
  expect(existsSync(left)).toBe(false)
})

test('the worker drops at its start what a killed trial left, and a trial by hand keeps away from it', async () => {
  await runDue()
  const scratch = scratchNameFor(deps.databaseId)
  await sql`create database ${sql.id(scratch)}`.execute(database.db)
  const isThere = async () =>
    (await sql`select from pg_database where datname = ${scratch}`.execute(database.db)).rows.length > 0
  expect(await isThere()).toBe(true)
  const worker = createBackupWorker(deps)
  await worker.start()
  await until(async () => !(await isThere()))
  await worker.stop()
  let inner: boolean | null = null
  expect(
    await withBackupLock(deps, async () => {
      inner = await withBackupLock(deps, () => Promise.resolve())
    }),
  ).toBe(true)
  expect(inner).toBe(false)
})

test('a role that may not create databases is told so, and backups go on', async () => {
  const role = `shop_${randomUUID().slice(0, 8)}`
  await sql`create role ${sql.id(role)} login password 'shop'`.execute(database.db)
  await sql`grant all on all tables in schema public to ${sql.id(role)}`.execute(database.db)
  const url = new URL(database.url)
  url.username = role
  url.password = 'shop'
  const limited = openDatabase(url.href, { max: 2 })
  try {
    await runDue({ ownerUrl: url.href })
    expect(await files()).toHaveLength(1)
    expect((await shown()).checkFailure).toMatchObject({ code: 'CannotCreateDatabaseError' })
    expect(await openAlerts()).toEqual(['restore-check-failed'])
  } finally {
    await limited.close()
    await sql`drop owned by ${sql.id(role)}`.execute(database.db)
    await sql`drop role ${sql.id(role)}`.execute(database.db)
  }
})
