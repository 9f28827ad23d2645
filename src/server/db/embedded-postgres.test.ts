import { chmod, chown, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { until } from '#test/until.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

const FAST = ['fsync=off']

/** The cluster of the tests, which the first of them creates: that takes longer than all that they do with it. */
let folder: string
beforeAll(() => {
  folder = temporaryFolder()
})

async function start(dataFolder: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataFolder, settings: FAST })
  onTestFinished(async () => void (await postgres.stop()))
  return postgres
}

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows[0] === undefined ? null : Object.values(rows[0])[0]
  } finally {
    await client.end()
  }
}

async function postmasterPid({ clusterFolder }: EmbeddedPostgres): Promise<number> {
  return Number((await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('four concurrent first starts create one database', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => start(folder)))
  expect(new Set(all.map(({ url }) => url)).size).toBe(1)
  expect(all.filter(({ isJoined }) => !isJoined)).toHaveLength(1)
})

test('data is still there after a stop and a start, at the same address', async () => {
  const first = await start(folder)
  await ask(first.url, 'create table kept as select 7 as n')
  expect(await first.stop()).toBe('stopped')
  const second = await start(folder)
  expect(second.isJoined).toBe(false)
  expect(second.url).toBe(first.url)
  expect(await ask(second.url, 'select n from kept')).toBe(7)
})

test('a running server is shared, and stopped by its last user', async () => {
  const first = await start(folder)
  const second = await start(folder)
  expect(second).toMatchObject({ isJoined: true, url: first.url })
  const visitor = new pg.Client({ connectionString: first.url })
  await visitor.connect()
  expect(await first.stop()).toBe('in use')
  expect(await ask(second.url, 'select 1')).toBe(1)
  await visitor.end()
  expect(await second.stop()).toBe('stopped')
})

test('after a kill -9 the server starts again with all committed data', async () => {
  const first = await start(folder)
  await ask(first.url, 'create table committed as select 8 as n')
  const pid = await postmasterPid(first)
  process.kill(pid, 'SIGKILL')
  await until(() => !isAlive(pid))
  const second = await start(folder)
  expect(second.isJoined).toBe(false)
  expect(await ask(second.url, 'select n from committed')).toBe(8)
})

test('a stale postmaster.pid whose process id belongs to another process is ignored', async () => {
  const first = await start(folder)
  const file = join(first.clusterFolder, 'postmaster.pid')
  const left = await readFile(file, 'utf8')
  const { uid, gid } = await stat(first.clusterFolder)
  await first.stop()
  await writeFile(file, left.replace(/^\d+/, '4194303'))
  await chown(file, uid, gid)
  const second = await start(folder)
  expect(await ask(second.url, 'select 1')).toBe(1)
})

test('password and files are readable by their owner only', async () => {
  const postgres = await start(folder)
  const mode = async (path: string) => (await stat(path)).mode & 0o777
  expect(await mode(join(folder, 'postgres.json'))).toBe(0o600)
  expect(await mode(postgres.clusterFolder)).toBe(0o700)
  const wrong = new URL(postgres.url)
  wrong.password = 'guess'
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('its log contains no values of rows', async () => {
  const { url } = await start(folder)
  await ask(url, 'create table buyers (email text primary key)')
  await ask(url, "insert into buyers values ('buyer@example.org')")
  await expect(ask(url, "insert into buyers values ('buyer@example.org')")).rejects.toThrow()
  await expect(ask(url, "select 'buyer@example.org'::integer")).rejects.toThrow()
  expect(await readFile(join(folder, 'postgres.log'), 'utf8')).not.toContain('buyer')
})

test('a data folder with a damaged password file is rejected with a clear message', async () => {
  const damaged = temporaryFolder()
  await chmod(damaged, 0o755)
  await writeFile(join(damaged, 'postgres.json'), '{}')
  await expect(startEmbeddedPostgres({ dataFolder: damaged })).rejects.toThrow('restore the file')
})
