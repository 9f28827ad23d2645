import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAccount } from '#server/accounts/create-account.ts'
import { keyholdText } from './keyhold.ts'
import { openDatabase, type Db } from '#server/db/database.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './database.ts'
import { TEST_CIPHER, TEST_SECRET_SOURCE, TEST_SECRET_TEXT } from './installation-secret.ts'
import { buildOnce } from './served-shop.ts'
import { until } from './until.ts'
import { temporaryFolder } from './temporary-folder.ts'

const FILE = 'my-own-name'

let folder: string
let target: TestDatabase
/** The shop's database, by a connection that is not taken for a shop. */
let db: Db
let shop: { readonly process: ChildProcess; readonly said: () => string } | null = null
beforeEach(async () => {
  folder = temporaryFolder()
  await mkdir(join(folder, 'backups'))
  target = await createEmptyDatabase()
  db = openDatabase(`${target.url}?application_name=test`, { max: 1 }).db
})
afterEach(async () => {
  if (shop !== null && shop.process.exitCode === null) {
    const exited = once(shop.process, 'exit')
    shop.process.kill('SIGKILL')
    await exited
  }
  shop = null
  await db.destroy()
  await target.close()
})

const environment = (url: string) => ({
  DATABASE_URL: url,
  KEYHOLD_PROFILE: 'production',
  KEYHOLD_ALLOW_TEST: 'true',
  KEYHOLD_DATA: join(folder, 'data'),
  KEYHOLD_BACKUP_DIR: join(folder, 'backups'),
  KEYHOLD_SECRET: TEST_SECRET_TEXT,
  KEYHOLD_PUBLIC_URL: 'http://127.0.0.1',
  KEYHOLD_SMTP_URL: 'smtp://127.0.0.1:1',
  KEYHOLD_MAIL_FROM: 'keys@shop.example',
  KEYHOLD_RATES: 'fixed:BTC=60000,ETH=3000,USDT=1',
  KEYHOLD_TRON_RPC: 'http://127.0.0.1:1',
  // BIP-32, test vector 2, chain m/0
  KEYHOLD_TRON_XPUB:
    'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
})

/** Writes a backup of a shop with an owner and a key. */
async function backUpAnotherShop(): Promise<void> {
  const source = await createTestDatabase()
  try {
    await stampInstallation(source.db, { profile: 'production', wallets: [] }, TEST_SECRET_SOURCE)
    const owner = { email: 'owner@shop.example', role: 'owner', password: null, actorId: null } as const
    await createAccount(source.db, owner, new Date())
    await addNewKeys(source.db, TEST_CIPHER, 'standard', 1)
    const words = ['backup', join(folder, 'backups', FILE)]
    expect((await keyholdText(words, environment(source.url))).status).toBe(0)
  } finally {
    await source.close()
  }
}

/** Starts the shop in a process of its own. @returns its address and the token it printed, if it did. */
async function start(): Promise<{ url: string; token: string | null; said: () => string }> {
  buildOnce(process.cwd())
  const child = spawn(process.execPath, ['dist/server/main.cjs', 'serve'], {
    env: { PATH: process.env.PATH, PORT: '0', ...environment(target.url) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const said = () => text
  shop = { process: child, said }
  await until(() => text.includes('ready on') || child.exitCode !== null, { what: 'the start' })
  return { url: urls(text)[0] ?? '', token: /with this token: ([^\s"]+)/.exec(text)?.[1] ?? null, said }
}

const urls = (text: string) => [...text.matchAll(/ready on ([^\s"]+)/g)].map(([, url = '']) => url)

function post(url: string, fields: Readonly<Record<string, string>>, headers = {}): Promise<Response> {
  return fetch(`${url}/setup`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
  })
}

test('an empty shop is filled from a backup by whoever knows the printed token, and by nobody else', async () => {
  await backUpAnotherShop()
  const { url, token, said } = await start()
  if (token === null) throw new Error(`expected a token: ${said()}`)

  const page = await fetch(`${url}/setup?lang=en`)
  expect(page.status).toBe(200)
  expect(await page.text()).not.toContain(FILE)
  for (const wrong of ['', 'x', `${token}x`]) {
    const refused = await post(url, { token: wrong, file: FILE })
    expect(refused.status).toBe(403)
    expect(await refused.text()).not.toContain(FILE)
  }
  expect((await post(url, { token, file: FILE }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await post(url, { token, file: '../../etc/passwd' })).status).toBe(409)
  const list = await post(url, { token, lang: 'en' })
  const shown = await list.text()
  for (const text of [FILE, 'Orders: 0', 'Keys: 1', 'Release 0.1.0']) expect(shown).toContain(text)
  // the empty shop has left nothing that could be taken for the shop's own
  expect(await readdir(join(folder, 'backups'))).toEqual([FILE])
  expect(existsSync(join(folder, 'data', 'high-water-mark.json'))).toBe(false)
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])

  expect((await post(url, { token, file: FILE })).status).toBe(202)
  await until(() => urls(said()).length === 2, { what: 'the second start' })
  expect(said()).toContain('restored')
  expect(await db.selectFrom('users').select('email').execute()).toEqual([{ email: 'owner@shop.example' }])
  // it is not empty any more, and takes no orders until its recovery is finished
  const again = urls(said())[1] ?? ''
  expect((await fetch(`${again}/setup`)).status).toBe(404)
  expect((await post(again, { token, file: FILE })).status).toBe(404)
  expect(await db.selectFrom('recoveries').select('cause').execute()).toEqual([{ cause: 'restored' }])
})

test('a shop with an account has no set-up page, and prints no token', async () => {
  const { url } = await start()
  expect((await fetch(`${url}/setup`)).status).toBe(200)
  const owner = { email: 'owner@shop.example', role: 'owner', password: null, actorId: null } as const
  await createAccount(db, owner, new Date())
  const running = shop
  if (running === null) throw new Error('expected a shop')
  const exited = once(running.process, 'exit')
  running.process.kill('SIGTERM')
  await exited
  const next = await start()
  expect(next.token).toBeNull()
  expect((await fetch(`${next.url}/setup`)).status).toBe(404)
})

test('an account that is created meanwhile ends the offer', async () => {
  await backUpAnotherShop()
  const { url, token } = await start()
  const owner = { email: 'first@shop.example', role: 'owner', password: null, actorId: null } as const
  await createAccount(db, owner, new Date())
  expect((await post(url, { token: token ?? '', file: FILE })).status).toBe(409)
  expect(await db.selectFrom('users').select('email').execute()).toEqual([{ email: 'first@shop.example' }])
})
