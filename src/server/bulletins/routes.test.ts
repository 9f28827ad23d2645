import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemClock } from '#server/runtime/clock.ts'
import { makePerson, openBrowser } from '#test/account-fixture.ts'
import { useAccountFixture } from '#test/use-accounts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { orderDeps } from '#test/order-fixture.ts'
import { SAMPLE_MAIL_SETTINGS } from '#test/sample-mails.ts'
import { bulletinRoutes } from './routes.ts'

const PATH = '/functions/bulletins'
const DRAFT = {
  action: 'save',
  kind: 'delay',
  editions: ['standard'],
  texts: { en: { subject: 'Later', body: '<script>alert(1)</script>' } },
}

const database = useTestDatabase()
let changes = 0
const onChanged = () => (changes += 1)
const mailSettings = { ...SAMPLE_MAIL_SETTINGS, markPng: Uint8Array.of(1, 2, 3) }
const fixture = useAccountFixture(database, {
  addRoutes: (app, { access }) => {
    const { policy } = orderDeps(database.db, systemClock)
    bulletinRoutes(app, { db: database.db, clock: systemClock, access, policy, mailSettings, onChanged })
  },
})

test('managers write, preview and send; support may do none of it', async () => {
  const id = randomUUID()
  const support = await fixture.signedIn('support')
  expect((await support.ask('GET', PATH)).statusCode).toBe(403)
  expect((await support.ask('POST', PATH, { ...DRAFT, id })).statusCode).toBe(403)
  const manager = await fixture.signedIn('manager')
  const post = async (body: object) => (await manager.ask('POST', PATH, body)).json<{ code?: string }>()
  expect(await post({ ...DRAFT, id })).toEqual({ success: true })
  expect((await support.ask('GET', `${PATH}/${id}/preview?language=en`)).statusCode).toBe(403)
  const preview = await manager.ask('GET', `${PATH}/${id}/preview?language=he`)
  expect(preview.body).toContain('&lt;script&gt;')
  expect(preview.body).toContain('src="data:image/png;base64,AQID"')
  expect(preview.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  )
  await insertPayment(database.db, { status: 'confirmed', confirmed_at: new Date() })
  expect((await manager.ask('GET', `${PATH}/${id}/forecast`)).json()).toEqual({
    success: true,
    orders: 1,
    atWrongPrice: [],
    refunds: [],
  })
  expect(await post({ action: 'start', id, orders: 7 })).toMatchObject({ code: 'BULLETIN_ORDERS_CHANGED' })
  const before = changes
  expect(await post({ action: 'start', id, orders: 1 })).toEqual({ success: true })
  expect(changes).toBe(before + 1)
  expect(await post({ ...DRAFT, id })).toMatchObject({ code: 'BULLETIN_STARTED' })
  expect(await post({ action: 'delete', id })).toMatchObject({ code: 'BULLETIN_STARTED' })
  const list = (await manager.ask('GET', PATH)).json<{ bulletins: readonly object[] }>()
  expect(list.bulletins).toMatchObject([
    { id, state: 'sending', startedBy: 'manager@example.com', progress: { total: 1, sent: 0 } },
  ])
})

test('what is no announcement is refused with a code', async () => {
  const owner = await fixture.signedIn('owner')
  const id = randomUUID()
  for (const [body, status] of [
    [{ ...DRAFT, id, editions: ['unheard-of'] }, 'BULLETIN_EDITION_UNKNOWN'],
    [{ ...DRAFT, id, texts: { fr: DRAFT.texts.en } }, 'BAD_REQUEST'],
    [{ ...DRAFT, id, texts: { en: { subject: 'a\nBcc: b@example.com', body: 'c' } } }, 'BAD_REQUEST'],
    [{ ...DRAFT, id, editions: [] }, 'BAD_REQUEST'],
    [{ action: 'start', id, orders: 1 }, 'BULLETIN_NOT_FOUND'],
    [{ action: 'stop', id }, 'BULLETIN_NOT_FOUND'],
  ] as const) {
    const reply = await owner.ask('POST', PATH, body)
    expect(reply.json<{ code: string }>().code).toBe(status)
  }
  expect((await owner.ask('GET', `${PATH}/${id}/preview?language=en`)).statusCode).toBe(404)
})

test('a wrong price needs its time and the right price, and no other announcement has them', async () => {
  await makePerson(database.db, 'prices@example.com', 'owner')
  const owner = openBrowser(fixture.app)
  await owner.signIn('prices@example.com')
  const prices = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z', rightCents: 9900 }
  const save = (values: object) => owner.ask('POST', PATH, { ...DRAFT, id: randomUUID(), ...values })
  expect((await save({ kind: 'wrong-price' })).statusCode).toBe(400)
  expect((await save({ prices })).statusCode).toBe(400)
  expect((await save({ kind: 'wrong-price', prices })).statusCode).toBe(200)
})
