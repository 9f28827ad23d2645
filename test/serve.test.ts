import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildOnce } from './served-shop.ts'
import { until } from './until.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Starts the shop in its own process. */
interface Shop {
  readonly process: ChildProcess
  readonly url: string
  readonly said: () => string
  readonly ended: Promise<{ status: number | null; signal: string | null }>
}

let kept: string | null = null

function newFolder(): string {
  const folder = temporaryFolder()
  onTestFinished(() => stopPostgres(folder))
  return folder
}

/** Returns the folder of the first test that needs one, stopped: a first start takes three times as long as another. */
function usedFolder(): string {
  if (kept === null) return (kept = newFolder())
  const folder = kept
  onTestFinished(() => stopPostgres(folder))
  return folder
}

/** Processes that a killed shop left running. */
async function stopPostgres(folder: string): Promise<void> {
  const pid = await postmasterPid(folder).catch(() => null)
  if (pid === null) return
  process.kill(pid, 'SIGINT')
  await until(() =>
    postmasterPid(folder).then(
      () => false,
      () => true,
    ),
  )
}

async function postmasterPid(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function launch(folder: string, environment: Record<string, string> = {}): Shop & { ready: Promise<string> } {
  buildOnce(process.cwd())
  const child = spawn(process.execPath, ['dist/server/main.cjs', 'serve'], {
    env: { PATH: process.env.PATH, KEYHOLD_DATA: folder, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'close').then(([status, signal]) => ({
    status: status as number | null,
    signal: signal as string | null,
  }))
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
  })
  const ready = until(() => said.includes('ready on') || child.exitCode !== null, {
    what: 'start',
  }).then(() => {
    const url = /ready on ([^\s"]+)/.exec(said)?.[1]
    if (url === undefined) throw new Error(`the shop did not start: ${said}`)
    return url
  })
  return { process: child, url: '', said: () => said, ended, ready }
}

async function serve(folder: string, environment: Record<string, string> = {}): Promise<Shop> {
  const shop = launch(folder, environment)
  return { ...shop, url: await shop.ready }
}

/** @throws if a line is no JSON. */
function linesOf(shop: Shop): readonly { readonly message: string; readonly level: string }[] {
  const lines = shop.said().trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as { message: string; level: string })
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/live`).catch(() => null)
  return answer?.status === 200
}

test('it prints one line when ready, serves, and stops cleanly on SIGTERM with its database', async () => {
  const folder = usedFolder()
  const shop = await serve(folder)
  expect(linesOf(shop)).toMatchObject([
    { level: 'info', message: `Keyhold demo shop ready on ${shop.url}`, time: expect.any(String) as string },
  ])
  expect(await isReady(shop.url)).toBe(true)
  // the simulated chains are polled first
  await until(async () => (await fetch(`${shop.url}/health`)).status === 200)
  shop.process.kill('SIGTERM')
  expect(await shop.ended).toEqual({ status: 0, signal: null })
  await expect(postmasterPid(folder)).rejects.toThrow('ENOENT')
})

test('where no terminal is, it prints JSON lines only: warnings and the error that ends it too', async () => {
  const folder = usedFolder()
  const preload = join(folder, 'preload.cjs')
  await writeFile(
    preload,
    `process.on('SIGUSR2', () => process.emitWarning('a package warns'))
     process.on('SIGHUP', () => { throw Object.assign(new Error('nobody expected this'), { code: 'E_TEST' }) })`,
  )
  const shop = await serve(folder, { KEYHOLD_LOG: 'info', NODE_OPTIONS: `--require ${preload}` })
  const reply = await fetch(`${shop.url}/data/payments/${randomUUID()}`)
  const { requestId } = (await reply.json()) as { requestId: string }
  shop.process.kill('SIGUSR2')
  await until(() => shop.said().includes('a package warns'))
  shop.process.kill('SIGHUP')
  expect(await shop.ended).toEqual({ status: 1, signal: null })
  expect(linesOf(shop)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ message: `Keyhold demo shop ready on ${shop.url}` }),
      expect.objectContaining({ message: 'answered', requestId, route: '/data/payments/:id', status: 404 }),
      expect.objectContaining({
        level: 'warn',
        error: expect.objectContaining({ message: 'a package warns' }) as object,
      }),
      expect.objectContaining({
        level: 'error',
        error: expect.objectContaining({ code: 'E_TEST' }) as object,
      }),
    ]),
  )
})

test('a start that fails says so in JSON as well', async () => {
  const shop = launch(usedFolder(), { PORT: 'eighty' })
  await expect(shop.ready).rejects.toThrow('PORT')
  expect(
    linesOf(shop)
      .map(({ message }) => message)
      .join(),
  ).toContain('PORT')
})

test('a signal received twice at once counts once', async () => {
  const shop = await serve(usedFolder())
  shop.process.kill('SIGINT')
  shop.process.kill('SIGTERM')
  expect(await shop.ended).toEqual({ status: 0, signal: null })
})

test('a request in progress is answered before the shop stops', async () => {
  const shop = await serve(usedFolder())
  const { port } = new URL(shop.url)
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  const closed = once(socket, 'close')
  socket.write(
    'POST /functions/captcha HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
  )
  await until(() => isReady(shop.url)) // the request above came before this one
  shop.process.kill('SIGTERM')
  await until(() => shop.said().includes('stopping'))
  socket.write('}')
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toContain('data:image/png')
  expect(await shop.ended).toMatchObject({ status: 0 })
})

test.runIf(process.platform === 'linux')('a captcha is drawn without a native library', async () => {
  const shop = await serve(usedFolder())
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${shop.url}/functions/captcha`, { method: 'POST', headers, body: '{}' })
  expect(answer.status).toBe(200)
  const mapped = await readFile(`/proc/${String(shop.process.pid)}/maps`, 'utf8')
  expect(mapped).toContain('libc')
  expect(mapped).not.toMatch(/\.node$/m)
})

test('a second shop on the same data folder is rejected with a clear message, and changes nothing', async () => {
  const folder = usedFolder()
  const first = await serve(folder)
  const second = launch(folder)
  second.ready.catch(() => undefined)
  expect(await second.ended).toMatchObject({ status: 1 })
  expect(linesOf(second).map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^another Keyhold serves from .*; stop it first, or set another KEYHOLD_DATA for this one$/,
    ),
  ])
  expect(await isReady(first.url)).toBe(true)
})

test('after a kill -9 it starts again at once, on the database that is still running', async () => {
  const folder = usedFolder()
  const first = await serve(folder)
  const postgres = await postmasterPid(folder)
  first.process.kill('SIGKILL')
  await first.ended
  expect(isAlive(postgres)).toBe(true)
  const second = await serve(folder)
  expect(await isReady(second.url)).toBe(true)
  expect(await postmasterPid(folder)).toBe(postgres)
  second.process.kill('SIGTERM')
  expect(await second.ended).toMatchObject({ status: 0 })
  await expect(postmasterPid(folder)).rejects.toThrow('ENOENT')
})

test('it restarts a database that was killed, and continues', async () => {
  const folder = usedFolder()
  const shop = await serve(folder)
  const postgres = await postmasterPid(folder)
  process.kill(postgres, 'SIGKILL')
  await until(() => !isAlive(postgres))
  await until(async () => (await isReady(shop.url)) && (await postmasterPid(folder)) !== postgres, {
    what: 'the return of the database',
  })
  shop.process.kill('SIGTERM')
  expect(await shop.ended).toMatchObject({ status: 0 })
})

test('a port in use is reported in one sentence, and leaves no database running', async () => {
  const first = await serve(usedFolder())
  const folder = newFolder()
  const second = launch(folder, { PORT: new URL(first.url).port })
  second.ready.catch(() => undefined)
  expect(await second.ended).toMatchObject({ status: 1 })
  expect(second.said()).toContain('the port is in use or not permitted; set PORT to another one')
  await expect(postmasterPid(folder)).rejects.toThrow('ENOENT')
})

test('a database of a demo is rejected by production', async () => {
  const folder = usedFolder()
  const demo = await serve(folder)
  demo.process.kill('SIGTERM')
  await demo.ended
  const production = launch(folder, {
    KEYHOLD_PROFILE: 'production',
    KEYHOLD_ALLOW_TEST: 'true',
    DATABASE_URL: 'embedded',
    KEYHOLD_PUBLIC_URL: 'https://shop.example',
    KEYHOLD_SMTP_URL: 'smtp://127.0.0.1:1',
    KEYHOLD_MAIL_FROM: 'keys@shop.example',
    KEYHOLD_TRON_RPC: 'http://127.0.0.1:1',
    // BIP-32, test vector 2, chain m/0
    KEYHOLD_TRON_XPUB:
      'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
  })
  production.ready.catch(() => undefined)
  expect(await production.ended).toMatchObject({ status: 1 })
  expect(production.said()).toContain('this database belongs to a demo shop')
})

test('a command works while the shop is running, and does not stop its database', async () => {
  const folder = usedFolder()
  const shop = await serve(folder)
  const check = spawn(process.execPath, ['dist/server/main.cjs', 'check'], {
    env: { PATH: process.env.PATH, KEYHOLD_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  check.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  expect(await once(check, 'close')).toEqual([0, null])
  expect(said).toContain('ok      database: PostgreSQL 18')
  expect(await isReady(shop.url)).toBe(true)
})

test('two shops may serve from one DATABASE_URL', async () => {
  const folder = usedFolder()
  const first = await serve(folder)
  const { port, password } = JSON.parse(await readFile(join(folder, 'postgres.json'), 'utf8')) as {
    port: number
    password: string
  }
  const maintenance = `postgres://keyhold:${password}@127.0.0.1:${String(port)}/keyhold`
  const client = new pg.Client({ connectionString: maintenance })
  await client.connect()
  await client.query('create database shared')
  await client.end()
  const DATABASE_URL = maintenance.replace(/keyhold$/, 'shared')
  const shops = await Promise.all([serve(folder, { DATABASE_URL }), serve(folder, { DATABASE_URL })])
  for (const shop of shops) expect(await isReady(shop.url)).toBe(true)
  for (const shop of [...shops, first]) shop.process.kill('SIGTERM')
  for (const shop of [...shops, first]) expect(await shop.ended).toMatchObject({ status: 0 })
})
