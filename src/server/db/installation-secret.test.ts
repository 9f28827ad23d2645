import { randomBytes } from 'node:crypto'
import { readFile, rm, stat, writeFile, chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { secretIdOf } from '#server/secrets/secret-file.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { stampInstallation } from './stamp-installation.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

const database = useTestDatabase({ isFreshPerTest: true })
let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

const inFolder = (dataFolder = folder) => ({ dataFolder, secrets: [] })
const given = (...secrets: Uint8Array[]) => ({ dataFolder: folder, secrets })
const stamp = (source: ReturnType<typeof given>) =>
  stampInstallation(database.db, { profile: 'demo', wallets: [] }, source)
const path = () => join(folder, 'installation-secret')
const inFile = async () => Buffer.from((await readFile(path(), 'utf8')).trim(), 'base64url')
const stored = () => database.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()

/** What an earlier release left behind. */
async function storeInside(secret: Uint8Array): Promise<void> {
  await database.db
    .insertInto('installation')
    .values({ profile: 'demo', secret: Buffer.from(secret) })
    .execute()
}

test('a first start creates a secret outside the database, and several processes agree on it', async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => stamp(inFolder())))
  const secret = await inFile()
  for (const one of secrets) expect(Buffer.from(one)).toEqual(secret)
  expect((await stat(path())).mode & 0o777).toBe(0o600)
  expect(await stored()).toMatchObject({ secret: null, secret_id: secretIdOf(secret) })
  expect(Buffer.from(await stamp(inFolder()))).toEqual(secret)
})

test('the secret of an earlier release moves out of the database, whoever starts at the same time', async () => {
  const secret = randomBytes(32)
  await storeInside(secret)
  const moved = await Promise.all(Array.from({ length: 8 }, () => stamp(inFolder())))
  for (const one of moved) expect(Buffer.from(one)).toEqual(secret)
  expect(await inFile()).toEqual(secret)
  expect(await stored()).toMatchObject({ secret: null, secret_id: secretIdOf(secret) })
})

test('a move that was interrupted after the file was written goes on', async () => {
  const secret = randomBytes(32)
  await storeInside(secret)
  await writeFile(path(), `${secret.toString('base64url')}\n`, { mode: 0o600 })
  expect(Buffer.from(await stamp(inFolder()))).toEqual(secret)
  expect((await stored()).secret).toBeNull()
})

test('a move that cannot write the file leaves the secret in the database', async () => {
  const secret = randomBytes(32)
  await storeInside(secret)
  await writeFile(join(folder, 'a-file'), '')
  await expect(stamp(inFolder(join(folder, 'a-file', 'data')))).rejects.toThrow()
  expect(Buffer.from((await stored()).secret ?? [])).toEqual(secret)
})

test('KEYHOLD_SECRET takes the place of the file, with older secrets behind the current one', async () => {
  const [secret, older] = [randomBytes(32), randomBytes(32)]
  await storeInside(older)
  await expect(stamp(given(secret))).rejects.toThrow('start once without KEYHOLD_SECRET')
  expect(Buffer.from(await stamp(given(secret, older)))).toEqual(older)
  await expect(stat(path())).rejects.toThrow('ENOENT')
})

test('a missing, a different, a damaged or a readable secret is refused with what to do', async () => {
  await stamp(inFolder())
  const text = await readFile(path(), 'utf8')
  await rm(path())
  await expect(stamp(inFolder())).rejects.toThrow(
    `the secret of this installation is missing: copy installation-secret from the data folder of the process that started first to ${path()}`,
  )
  await expect(stat(path())).rejects.toThrow('ENOENT')
  await expect(stamp(given(randomBytes(32)))).rejects.toThrow(
    "the secret in KEYHOLD_SECRET is another installation's",
  )
  await writeFile(path(), text.slice(5), { mode: 0o600 })
  await expect(stamp(inFolder())).rejects.toThrow('is damaged')
  await writeFile(path(), text)
  await chmod(path(), 0o644)
  await expect(stamp(inFolder())).rejects.toThrow(`chmod 600 ${path()}`)
  await chmod(path(), 0o600)
  await stamp(inFolder())
})

test('a file that belongs to another database is not overwritten by the secret that moves', async () => {
  await storeInside(randomBytes(32))
  const other = randomBytes(32).toString('base64url')
  await writeFile(path(), other, { mode: 0o600 })
  await expect(stamp(inFolder())).rejects.toThrow('belongs to another database')
  expect(await readFile(path(), 'utf8')).toBe(other)
  expect((await stored()).secret).not.toBeNull()
})
