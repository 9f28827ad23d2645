import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratchNameFor } from '#server/backups/check-restore.ts'
import { readDatabaseId } from '#server/backups/read-database-id.ts'
import { keyholdText } from './keyhold.ts'
import { openDatabase, type Db } from '#server/db/database.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import type { HighWaterMark } from '#server/recovery/high-water-mark.ts'
import { createLab, type Lab } from './conformance/lab.ts'
import { openShop } from './conformance/shop.ts'
import { simRig } from './conformance/sim-rig.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { readKeyRows } from './insert-key.ts'
import { TEST_SECRET, TEST_SECRET_TEXT } from './installation-secret.ts'
import { openGuard } from './open-guard.ts'
import { buildOnce } from './served-shop.ts'
import { temporaryFolder } from './temporary-folder.ts'

let folder: string
let target: TestDatabase
let lab: Lab
beforeEach(async () => {
  folder = temporaryFolder()
  target = await createEmptyDatabase()
  const shop = await openShop()
  const source = { dataFolder: join(folder, 'data'), secrets: [TEST_SECRET] }
  await stampInstallation(shop.db, { profile: 'demo', wallets: [] }, source)
  lab = createLab(shop, simRig(shop, 'bitcoin'))
  await lab.mine(12)
  await lab.look()
})
afterEach(async () => {
  await lab.shop.close()
  await target.close()
})

const file = () => join(folder, 'shop.backup')
const environment = (url: string) => ({
  DATABASE_URL: url,
  KEYHOLD_DATA: join(folder, 'data'),
  KEYHOLD_SECRET: TEST_SECRET_TEXT,
})

const run = (url: string, ...words: string[]) => runWith({}, url, ...words)

const runWith = (settings: Readonly<Record<string, string>>, url: string, ...words: string[]) =>
  keyholdText(words, { ...environment(url), ...settings })

async function sell(): Promise<{ address: string; keys: readonly string[] }> {
  const [way] = lab.ways
  if (way === undefined) throw new Error('expected a way to pay')
  const order = await lab.order(way)
  await way.pay({ address: order.address, atoms: order.due })
  await lab.settle()
  return { address: order.address, keys: await keysOf(lab.shop.db, order.id) }
}

async function soldOrder(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('delivered_at', 'is not', null)
    .executeTakeFirst()
  return row?.id
}

async function keysOf(db: Db, id: string): Promise<readonly string[]> {
  const rows = (await readKeyRows(db)).filter((row) => row.payment_id === id)
  expect(rows.length).toBeGreaterThan(0)
  return rows.map((row) => row.game_key)
}

// holds I1
test('after a restore no key and no address is used again, and sales after the backup are found on chain', async () => {
  await sell()
  const ordering = Array.from({ length: 5 }, () => lab.order(lab.ways[0] as NonNullable<Lab['ways'][0]>))
  const backup = await run(lab.shop.url, 'backup', file())
  expect(backup).toMatchObject({ status: 0 })
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  await Promise.all(ordering)
  const lost = [await sell(), await sell()]
  const { mark, begin } = openGuard(lab.shop, join(folder, 'data'))
  const connected = openDatabase(lab.shop.url, { max: 1 })
  await begin(connected)
  await Promise.all([mark.close(), connected.close()])

  expect(await run(target.url, 'restore', file())).toMatchObject({ status: 0 })
  // the chain went on, whatever happened to the shop
  await copySimulatedChains(lab.shop.db, target.db)
  const before = lab.shop
  const shop = await openShop(target)
  lab = { ...createLab(shop, simRig(shop, 'bitcoin')), stop: () => before.close() }
  await lab.look()
  await lab.look()
  const status = await run(target.url, 'restore', '--status')
  for (const { address } of lost)
    expect(status.text).toMatch(new RegExp(`missing order: .* BTC .*${address}`))
  expect(status.text).toContain('no orders are taken')
  expect(status.text).toMatch(/recovery of .*: a backup was restored; open/)
  const alerts = await target.db.selectFrom('alerts').select('kind').where('closed_at', 'is', null).execute()
  expect(alerts.map(({ kind }) => kind).sort()).toEqual(['lost-payment', 'lost-payment', 'recovery'])
  // the keys are listed masked, and whole on request
  const listed = (await run(target.url, 'restore', '--list-keys')).text.split('\n').slice(1)
  expect(status.text.match(/key set aside: /g)).toHaveLength(Math.min(50, listed.length))
  // those sold since the backup are the first
  const first = listed.slice(0, lost.length * 2).map((line) => line.split(',')[0])
  expect(new Set(first)).toEqual(new Set(lost.flatMap(({ keys }) => keys)))
  for (const { keys } of lost)
    for (const key of keys) {
      expect(listed.map((line) => line.split(',')[0])).toContain(key)
      expect(status.text).not.toContain(key)
    }
  const [way] = lab.ways
  if (way === undefined) throw new Error('expected a way to pay')
  await expect(lab.order(way)).rejects.toThrow('no_address')

  await writeFile(join(folder, 'sent'), lost.flatMap(({ keys }) => keys).join('\n'))
  expect(await run(target.url, 'restore', '--keys-sent', join(folder, 'sent'))).toMatchObject({
    text: expect.stringContaining('4 keys were sent and are retired; 0 are not') as string,
  })
  expect(await run(target.url, 'restore', '--release-keys')).toMatchObject({
    text: expect.stringContaining('the recovery is finished') as string,
  })
  const finished = (await run(target.url, 'restore', '--status')).text
  expect(finished).toMatch(/a backup was restored; finished/)
  expect(finished.match(/missing order: /g)).toHaveLength(lost.length)
  const sale = await sell()
  const known = await before.db.selectFrom('payments').select('payment_address').execute()
  expect(known.map((row) => row.payment_address)).not.toContain(sale.address)
  const sold = (await readKeyRows(before.db)).filter((row) => row.payment_id !== null)
  for (const key of sale.keys) expect(sold.map((row) => row.game_key)).not.toContain(key)
  await before.close()
})

test('the mark of an empty shop, or one from before the backup, is no mark of the lost shop', async () => {
  const { mark, begin } = openGuard(lab.shop, join(folder, 'data'))
  const connected = openDatabase(lab.shop.url, { max: 1 })
  await sell()
  await begin(connected)
  const before = mark.current()
  if (before === null) throw new Error('expected a mark')
  await run(lab.shop.url, 'backup', file())
  const restored = async (changes: Partial<HighWaterMark>) => {
    mark.replace({ ...before, ...changes })
    await mark.save()
    const to = await createEmptyDatabase()
    const { status, text } = await run(to.url, 'restore', file())
    await to.close()
    expect(status).toBe(0)
    return Number(/bitcoin: the next order gets index \d+, (\d+) are skipped/.exec(text)?.[1])
  }
  expect(await restored({})).toBeLessThan(100)
  // of a shop that was started empty with the same extended public keys, and sold one order
  const empty = { databaseId: '00000000-0000-4000-8000-00000000000e', formerIds: [] }
  expect(await restored(empty)).toBe(10_000)
  // the folder itself was copied back from an earlier day
  const earlier = Object.fromEntries(Object.keys(before.reserved).map((wallet) => [wallet, 1]))
  expect(await restored({ reserved: earlier })).toBe(10_000)
  await Promise.all([mark.close(), connected.close()])
})

test('an older database is noticed by "restore --resume", too, which leaves the mark to the shop', async () => {
  await sell()
  const dataFolder = join(folder, 'data')
  const { mark, begin } = openGuard(lab.shop, dataFolder)
  const connected = openDatabase(lab.shop.url, { max: 1 })
  await begin(connected)
  await Promise.all([mark.close(), connected.close()])
  const written = await readFile(join(dataFolder, 'high-water-mark.json'))
  await sql`delete from payment_events where id = (select max(id) from payment_events)`.execute(lab.shop.db)

  const resumed = await run(lab.shop.url, 'restore', '--resume')
  expect(resumed).toMatchObject({ status: 0 })
  expect(resumed.text).toContain('bitcoin: the next order gets index')
  expect(resumed.text).toMatch(/recovery of .*: the database lacked orders; open/)
  expect(resumed.text).not.toContain('addresses: run')
  expect(await readFile(join(dataFolder, 'high-water-mark.json'))).toEqual(written)
  expect((await run(lab.shop.url, 'restore', '--release-keys')).text).toContain('the recovery is finished')
  expect((await run(lab.shop.url, 'restore', '--resume')).text.match(/recovery of /g)).toHaveLength(1)
})

test('a damaged backup, a full database and a shop that runs are refused, and nothing changes', async () => {
  await run(lab.shop.url, 'backup', file())
  const bytes = await readFile(file())
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1
  const damaged = join(folder, 'damaged.backup')
  await writeFile(damaged, bytes)
  expect(await run(target.url, 'restore', damaged)).toEqual({
    status: 1,
    text: 'the backup is damaged or incomplete: its checksum differs',
  })
  await writeFile(damaged, bytes.subarray(0, 5_000))
  expect((await run(target.url, 'restore', damaged)).status).toBe(1)
  expect((await run(lab.shop.url, 'restore', file())).text).toContain(
    'a shop or a command uses this database',
  )
  expect((await run(target.url, 'restore', file())).status).toBe(0)
  await target.db.destroy()
  expect((await run(target.url, 'restore', file())).text).toContain('holds orders or keys; add --yes')
  expect((await run(target.url, 'restore', file(), '--yes')).status).toBe(0)
})

test('a backup is encrypted if a key is set, and a missing key, another key or a change is refused', async () => {
  const { keys } = await sell()
  const [key, other] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'))
  const withKey = { KEYHOLD_BACKUP_KEY: key ?? '' }
  expect(await runWith(withKey, lab.shop.url, 'backup', file())).toMatchObject({
    status: 0,
    text: expect.stringContaining('encrypted with KEYHOLD_BACKUP_KEY') as string,
  })
  const bytes = await readFile(file())
  for (const secret of [...keys, 'payments']) expect(bytes.includes(secret)).toBe(false)
  expect((await run(target.url, 'restore', file())).text).toBe(
    'the backup is encrypted: set KEYHOLD_BACKUP_KEY to the key it was made with',
  )
  expect((await runWith({ KEYHOLD_BACKUP_KEY: other ?? '' }, target.url, 'restore', file())).text).toBe(
    'the backup is encrypted with another key: add the one it was made with to KEYHOLD_BACKUP_KEY',
  )
  const damaged = join(folder, 'damaged.backup')
  await writeFile(damaged, bytes.subarray(0, bytes.length - 1))
  expect(await runWith(withKey, target.url, 'restore', damaged)).toEqual({
    status: 1,
    text: 'the backup is damaged, altered or incomplete: it cannot be decrypted',
  })
  // the key was changed since; the old one still opens older backups
  const rotated = { KEYHOLD_BACKUP_KEY: `${other ?? ''},${key ?? ''}` }
  expect((await runWith(rotated, target.url, 'restore', file())).status).toBe(0)
  expect(await keysOf(target.db, (await soldOrder(target.db)) ?? '')).toEqual(keys)
})

test('backup verify restores into a database of its own, says what it found, and leaves nothing behind', async () => {
  const { keys } = await sell()
  expect((await run(lab.shop.url, 'backup', 'verify')).status).toBe(2)
  await run(lab.shop.url, 'backup', file())
  const { rows: sold } = await sql<{ count: bigint }>`select count(*) as count from game_keys`.execute(
    lab.shop.db,
  )
  expect(keys.length).toBeGreaterThan(0)
  expect(await run(lab.shop.url, 'backup', 'verify', file())).toEqual({
    status: 0,
    text: expect.stringMatching(
      new RegExp(`can be restored: \\d+ rows, ${String(sold[0]?.count)} keys, all constraints hold$`),
    ) as string,
  })
  // other tests try backups on the same server
  const scratch = scratchNameFor(await readDatabaseId(lab.shop.db))
  const { rows: left } = await sql`select from pg_database where datname = ${scratch}`.execute(lab.shop.db)
  expect(left).toHaveLength(0)
  const bytes = await readFile(file())
  await writeFile(file(), bytes.subarray(0, 4_000))
  expect((await run(lab.shop.url, 'backup', 'verify', file())).status).toBe(1)
})

test('a backup and a restore that are killed leave nothing half done', async () => {
  await killAt(lab.shop.url, ['backup', file()], /table 1 /)
  expect(existsSync(file())).toBe(false)
  await run(lab.shop.url, 'backup', file())
  await killAt(target.url, ['restore', file()], /restoring game_keys/)
  const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(
    target.db,
  )
  expect(rows).toHaveLength(0)
})

/** Runs a command in a process of its own, and kills it when it says a line. */
async function killAt(url: string, words: readonly string[], line: RegExp): Promise<void> {
  buildOnce(process.cwd())
  const child = spawn(process.execPath, ['dist/server/main.cjs', ...words], {
    env: { PATH: process.env.PATH, ...environment(url) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  let isKilled = false
  for await (const said of createInterface({ input: child.stderr })) {
    if (isKilled || !line.test(said)) continue
    isKilled = child.kill('SIGKILL')
  }
  await exited
  expect(isKilled).toBe(true)
}

async function copySimulatedChains(from: Db, to: Db): Promise<void> {
  for (const table of ['sim_blocks', 'sim_transactions'] as const) {
    const rows = await from.selectFrom(table).selectAll().execute()
    await to.deleteFrom(table).execute()
    for (const row of rows) await to.insertInto(table).values(row).execute()
  }
}
