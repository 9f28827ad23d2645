import { once } from 'node:events'
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { get as request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { fileSecretFor } from '#server/secrets/file-secret.ts'
import { EditionFiles, FILE_DOWNLOADS_MAX } from '#shared/edition-files.ts'
import type { Game } from '#shared/game.ts'
import { auditedActions } from '#test/audit-of.ts'
import type { Browser } from '#test/account-fixture.ts'
import { TEST_SECRET } from '#test/installation-secret.ts'
import { placeOrder } from '#test/order-fixture.ts'
import { ask, placePaidOrder } from '#test/refund-fixture.ts'
import { until } from '#test/until.ts'
import { useAccountFixture } from '#test/use-accounts.ts'
import { useOrders } from '#test/use-orders.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { editionFileFaults, openEditionFiles } from './edition-files.ts'
import { readOrderFiles } from './read-order-files.ts'
import { editionFileRoutes } from './routes.ts'

const CONTENT = Buffer.from('%PDF the art book')
const files = EditionFiles.parse([{ file: 'art.pdf', title: { en: 'Art book', de: 'Artbook' } }])
const editions = [{ id: 'standard', files }] as unknown as Game['editions']

const database = useTestDatabase()
const { time, deps } = useOrders(database)
const folder = await mkdtemp(join(tmpdir(), 'edition-files-'))
const editionFiles = openEditionFiles([join(folder, 'data'), join(folder, 'game')], () => editions)
const fixture = useAccountFixture(database, {
  addRoutes: (app, shared) => {
    const limits = createLimits(database.db, time.clock, { factor: 'off' })
    editionFileRoutes(app, {
      ...{ ...shared, clock: time.clock, secret: TEST_SECRET, editionFiles, limits },
      sendNotice: (_request, reply, status, notice) => reply.code(status).type('text/html').send(notice),
    })
  },
})
let manager: Browser
let order: PaymentRecord
let url: string
beforeAll(async () => {
  await mkdir(join(folder, 'data'))
  await mkdir(join(folder, 'game'))
  manager = await fixture.signedIn('manager')
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  await writeFile(join(folder, 'game', 'art.pdf'), CONTENT)
  await rm(join(folder, 'data', 'art.pdf'), { force: true })
  order = await placePaidOrder(deps)
  url = await linkOf(order)
})

const shown = (one: PaymentRecord) => readOrderFiles(database.db, { secret: TEST_SECRET, editionFiles }, one)
const linkOf = async (one: PaymentRecord) => (await shown(one))[0]?.path ?? ''
const get = (path: string, headers: Readonly<Record<string, string>> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  fixture.app.inject({ method, url: path, headers })
const started = () =>
  database.db.selectFrom('file_downloads').select(['file', 'link_number', 'started']).execute()
const change = (act: string, browser = manager) =>
  browser.ask('POST', `/functions/orders/${order.id}/file-link`, { act })

describe('a file of an order', () => {
  test('is sent whole, or the part that is asked for, and is kept by no cache that is shared', async () => {
    const whole = await get(url)
    expect([whole.statusCode, whole.rawPayload.equals(CONTENT)]).toEqual([200, true])
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="art.pdf"',
      'content-length': String(CONTENT.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store, no-transform',
    })
    const etag = String(whole.headers.etag)
    const part = await get(url, { range: 'bytes=5-8', 'if-range': etag })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      'the ',
      `bytes 5-8/${String(CONTENT.length)}`,
    ])
    const beyond = await get(url, { range: 'bytes=900-' })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([
      416,
      `bytes */${String(CONTENT.length)}`,
    ])
    const many = await get(url, { range: `bytes=${Array.from({ length: 500 }, () => '0-1').join(',')}` })
    expect([many.statusCode, many.rawPayload.length]).toEqual([200, CONTENT.length])
  })

  test('is described to HEAD without being sent or counted', async () => {
    const head = await get(url, { range: 'bytes=5-8' }, 'HEAD')
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      String(CONTENT.length),
    ])
    expect(await started()).toEqual([])
  })

  test('that was replaced is sent anew to who asks for the rest of the one before', async () => {
    const { etag } = (await get(url)).headers
    await appendFile(join(folder, 'game', 'art.pdf'), '!')
    await utimes(join(folder, 'game', 'art.pdf'), 1, 1)
    const rest = await get(url, { range: 'bytes=5-', 'if-range': String(etag) })
    expect([rest.statusCode, rest.body]).toEqual([200, `${CONTENT.toString()}!`])
    await writeFile(join(folder, 'data', 'art.pdf'), 'from the data folder')
    expect((await get(url)).body).toBe('from the data folder')
  })

  test('of two gigabytes costs no memory, and stays open for no reader who left', async () => {
    const size = 2 * 1024 ** 3
    await writeFile(join(folder, 'data', 'art.pdf'), '')
    await truncate(join(folder, 'data', 'art.pdf'), size)
    const origin = await fixture.app.listen({ port: 0, host: '127.0.0.1' })
    expect((fixture.app.server.address() as AddressInfo).port).toBeGreaterThan(0)
    const open = async (headers: Readonly<Record<string, string>>) => {
      const [reply] = (await once(request(`${origin}${url}`, { headers }), 'response')) as [IncomingMessage]
      return reply
    }
    const before = process.memoryUsage().rss
    const reply = await open({})
    let bytes = 0
    for await (const chunk of reply) {
      bytes += (chunk as Buffer).length
      if (bytes > 200 * 1024 ** 2) break
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 ** 2)
    const end = await open({ range: `bytes=${String(size - 3)}-` })
    const chunks: Buffer[] = []
    for await (const chunk of end) chunks.push(chunk as Buffer)
    expect([end.statusCode, Buffer.concat(chunks)]).toEqual([206, Buffer.alloc(3)])
    await until(async () => (await openHandles()) === 0)
  })
})

/** How many descriptors of this process lead to the file. */
async function openHandles(): Promise<number> {
  const { readlink } = await import('node:fs/promises')
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(join('/proc/self/fd', fd)).catch(() => '')),
  )
  return links.filter((path) => path.startsWith(folder)).length
}

describe('the link', () => {
  const refused = async (path: string) => {
    const reply = await get(path)
    expect([reply.statusCode, reply.json()]).toMatchObject([404, { code: 'FILE_NOT_FOUND' }])
    const page = await get(path, { accept: 'text/html,*/*;q=0.8' })
    expect([page.statusCode, page.body]).toEqual([404, 'fileGone'])
  }

  test('opens no file of another order, no other file, and nothing by a wrong secret', async () => {
    const other = await placePaidOrder(deps)
    const secret = url.split('=')[1] ?? ''
    await refused(`/files/${other.id}/art.pdf?link=${secret}`)
    await refused(`/files/${order.id}/art.pdf?link=${fileSecretFor(TEST_SECRET, order.id, 2)}`)
    await refused(`/files/${order.id}/art.pdf?link=x`)
    for (const name of ['other.pdf', '..%2fdata%2fart.pdf', '%2fetc%2fpasswd', 'art.pdf%00', '..'])
      expect((await get(`/files/${order.id}/${name}?link=${secret}`)).statusCode).toBeGreaterThanOrEqual(400)
    await refused(`/files/00000000-0000-4000-8000-000000000000/art.pdf?link=${secret}`)
    expect(await started()).toEqual([])
  })

  test('opens nothing before the keys are delivered', async () => {
    const unpaid = await placeOrder(deps)
    const waiting = await placePaidOrder(deps, { hasStock: false })
    for (const one of [unpaid, waiting]) {
      expect(await shown(one)).toEqual([])
      await refused(`/files/${one.id}/art.pdf?link=${fileSecretFor(TEST_SECRET, one.id, 1)}`)
    }
  })

  test('ends when the keys are taken back for a refund', async () => {
    await ask(deps, order.id)
    await database.db
      .updateTable('game_keys')
      .set({ retired_at: time.clock() })
      .where('payment_id', '=', order.id)
      .execute()
    expect(await shown(order)).toEqual([])
    await refused(url)
  })

  test('is revoked, restored and renewed by staff, each with an audit entry and once', async () => {
    const support = await fixture.signedIn('support')
    expect((await change('revoke', support)).statusCode).toBe(403)
    for (const act of ['revoke', 'revoke']) expect((await change(act)).statusCode).toBe(200)
    expect(await shown(order)).toEqual([])
    await refused(url)
    expect((await change('restore')).statusCode).toBe(200)
    expect((await get(url)).statusCode).toBe(200)
    expect((await change('renew')).statusCode).toBe(200)
    await refused(url)
    expect((await get(await linkOf(order))).statusCode).toBe(200)
    expect(await auditedActions(database.db, { subject_id: order.id }, 'order.files-')).toEqual([
      'order.files-revoke',
      'order.files-restore',
      'order.files-renew',
    ])
    expect((await change('open')).statusCode).toBe(400)
  })

  test('counts downloads by their first byte, and ends after the most there may be', async () => {
    expect((await get(url, { range: 'bytes=5-' })).json()).toMatchObject({ code: 'FILE_LIMIT' })
    await Promise.all([get(url), get(url, { range: 'bytes=0-3' })])
    expect((await get(url, { range: 'bytes=5-' })).statusCode).toBe(206)
    expect(await started()).toEqual([{ file: 'art.pdf', link_number: 1, started: 2 }])
    await database.db
      .updateTable('file_downloads')
      .set({ started: FILE_DOWNLOADS_MAX - 1 })
      .execute()
    const replies = await Promise.all([get(url), get(url)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403])
    expect((await get(url, { range: 'bytes=5-' })).json()).toMatchObject({ code: 'FILE_LIMIT' })
    expect((await shown(order))[0]).toMatchObject({ path: null, titles: { de: 'Artbook', fr: 'Art book' } })
    await change('renew')
    expect((await get(await linkOf(order))).statusCode).toBe(200)
  })
})

describe('the game folder', () => {
  test.each(['../secret.pdf', 'folder/art.pdf', '/etc/passwd', '.hidden.pdf', 'art.exe', 'art', 'a\0.pdf'])(
    'cannot name the file %j',
    (file) => {
      const { error } = EditionFiles.safeParse([{ file, title: 'Art' }])
      expect(error?.issues[0]?.message).toContain('expected a name without folders')
    },
  )

  test('cannot name a file twice, nor one without a title', () => {
    expect(EditionFiles.safeParse([files[0], files[0]]).success).toBe(false)
    expect(EditionFiles.safeParse([{ file: 'art.pdf', title: {} }]).success).toBe(false)
  })

  test('is faulty while a file is missing, empty, or a link that leads elsewhere', async () => {
    const [own, empty] = [join(folder, 'own'), join(folder, 'empty')]
    for (const one of [own, empty]) await mkdir(one)
    await symlink('/etc/passwd', join(own, 'art.pdf'))
    await writeFile(join(empty, 'art.pdf'), '')
    expect(editionFileFaults([own], { editions })).toEqual([
      `game.json: editions.standard.files: art.pdf: missing; put it into ${own}`,
    ])
    expect(editionFileFaults([empty], { editions })).toEqual([
      'game.json: editions.standard.files: art.pdf: empty',
    ])
    expect(editionFileFaults([own, join(folder, 'game')], { editions })).toEqual([])
  })

  test('is not there where the disk refuses to look, and the next folder is asked', async () => {
    const circle = join(folder, 'circle')
    await symlink(circle, circle)
    expect(openEditionFiles([circle], () => editions).filesOf('standard')).toEqual([])
    const both = openEditionFiles([circle, join(folder, 'game')], () => editions)
    expect(both.filesOf('standard').map(({ file }) => file)).toEqual(['art.pdf'])
    expect(editionFileFaults([circle], { editions })).toHaveLength(1)
  })
})
