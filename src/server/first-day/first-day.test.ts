import { beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#server/runtime/clock.ts'
import type { RailState } from '#shared/api.ts'
import { FirstDayReply, MAIL_PREVIEWS, type FirstDayList } from '#shared/first-day-api.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { auditOf } from '#test/audit-of.ts'
import type { Browser } from '#test/account-fixture.ts'
import { useAccountFixture } from '#test/use-accounts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { SAMPLE_ORDER, SAMPLE_MAIL_SETTINGS } from '#test/sample-mails.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { firstDayRoutes, type FirstDayRoutesDeps } from './routes.ts'

const PATH = '/functions/first-day'
const NO_BACKUP: FirstDayList['backups'] = {
  isScheduled: false,
  isEncrypted: false,
  lastAt: null,
  isOld: false,
  verifiedAt: null,
  failure: null,
  checkFailure: null,
}

const database = useTestDatabase()
let owner: Browser
let manager: Browser
let rails: RailState[]
let keys: number
let backups: FirstDayList['backups']
const origin = { isDemo: false }

const fixture = useAccountFixture(database, {
  addRoutes: (app, { access }) => {
    const deps: FirstDayRoutesDeps = {
      db: database.db,
      clock: systemClock,
      access,
      origin,
      editionIds: ['standard'],
      shopState: () => Promise.resolve({ rails, stock: [{ edition: 'standard', total: keys }] }),
      readBackups: () => Promise.resolve(backups),
      mailSettings: SAMPLE_MAIL_SETTINGS,
    }
    firstDayRoutes(app, deps)
  },
})
beforeAll(async () => {
  owner = await fixture.signedIn('owner')
  manager = await fixture.signedIn('manager')
})
beforeEach(async () => {
  const { db } = database
  await db.deleteFrom('mails').execute()
  await db.deleteFrom('payments').execute()
  await db.updateTable('first_day').set({ mails_read_at: null, closed_at: null }).execute()
  await db.updateTable('users').set({ two_factor_enabled: false }).execute()
  rails = [{ network: 'bitcoin', available: false, reason: 'no_address', simulated: false }]
  keys = 0
  backups = NO_BACKUP
})

async function listOf(browser: Browser): Promise<FirstDayList | null> {
  return FirstDayReply.parse((await browser.ask('GET', PATH)).json()).list
}

async function statesOf(browser: Browser): Promise<readonly string[]> {
  return ((await listOf(browser))?.steps ?? []).map(({ id, state }) => `${id} ${state}`)
}

/** Everything but the steps that need an order. */
function prepareShop(): void {
  rails = [{ network: 'bitcoin', available: true, reason: null, simulated: false }]
  keys = 5
  backups = { ...NO_BACKUP, lastAt: '2026-01-01T00:00:00.000Z', verifiedAt: '2026-01-02T00:00:00.000Z' }
}

async function sell(email: string): Promise<void> {
  const id = await insertPayment(database.db, {
    user_email: email,
    status: 'confirmed',
    is_simulated: false,
    confirmed_at: new Date(),
  })
  await queueMail(database.db, {
    template: 'keys',
    facts: { ...SAMPLE_ORDER, paymentId: id },
    dedupeKey: `keys:${id}`,
    language: 'en',
    recipient: email,
  })
  await database.db
    .updateTable('mails')
    .set({ sent_at: new Date(), payment_id: id })
    .where('recipient', '=', email)
    .execute()
}

test('a new shop has everything to do; what needs something else first says so', async () => {
  expect(await statesOf(owner)).toEqual([
    'nodes open',
    'keys open',
    'second-factor open',
    'backup open',
    'mails open',
    'test-order blocked',
    'real-order blocked',
  ])
  const list = await listOf(owner)
  expect(list?.ownersWithoutFactor).toBe(1)
  expect(list?.steps.at(-2)?.after).toBe('nodes')
  expect(list?.steps.at(-1)?.after).toBe('test-order')
  // a manager may not see the people
  expect((await statesOf(manager)).join()).not.toContain('second-factor')
  expect((await listOf(manager))?.ownersWithoutFactor).toBeNull()
})

test('each step is done when the shop shows it, and the list goes with the last', async () => {
  prepareShop()
  backups = { ...backups, verifiedAt: null }
  expect(await statesOf(manager)).toEqual([
    'nodes done',
    'keys done',
    'backup open',
    'mails open',
    'test-order open',
    'real-order blocked',
  ])
  prepareShop()
  // an order of a member of staff is a test
  await sell('Owner@example.com')
  expect((await manager.ask('POST', PATH, { action: 'mails-read' })).statusCode).toBe(200)
  await database.db.updateTable('users').set({ two_factor_enabled: true }).execute()
  expect((await statesOf(owner)).filter((step) => !step.endsWith('done'))).toEqual(['real-order open'])
  await sell('buyer@example.com')
  expect(await listOf(owner)).toBeNull()
  // what breaks later is told by alerts
  keys = 0
  expect(await listOf(owner)).toBeNull()
})

test('the last step is not done while the mail with the keys waits, or for simulated coins', async () => {
  prepareShop()
  await sell('buyer@example.com')
  await database.db.updateTable('mails').set({ sent_at: null }).execute()
  expect(await statesOf(owner)).toContain('real-order open')
  await database.db.updateTable('mails').set({ sent_at: new Date() }).execute()
  await database.db.updateTable('payments').set({ is_simulated: true }).execute()
  expect(await statesOf(owner)).toContain('real-order open')
  await database.db.updateTable('payments').set({ is_simulated: false }).execute()
  expect(await statesOf(owner)).toContain('real-order done')
})

test('only an owner closes the list, once and audited', async () => {
  expect((await manager.ask('POST', PATH, { action: 'close' })).statusCode).toBe(403)
  expect(await listOf(manager)).not.toBeNull()
  for (let time = 0; time < 2; time += 1)
    expect((await owner.ask('POST', PATH, { action: 'close' })).statusCode).toBe(200)
  expect(await listOf(owner)).toBeNull()
  expect(await auditOf(database.db, { action: 'first-day.close' })).toHaveLength(1)
})

test('a demo has no such list', async () => {
  origin.isDemo = true
  expect(await listOf(owner)).toBeNull()
  origin.isDemo = false
})

test.each(LANGUAGES)('every mail to buyers can be seen with example data in %s', async (language) => {
  for (const mail of MAIL_PREVIEWS) {
    const reply = await manager.ask('GET', `/functions/mail-previews/${mail}?language=${language}`)
    expect([mail, reply.statusCode]).toEqual([mail, 200])
    expect(reply.body).toContain(`<html lang="${language}"`)
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
  }
  expect((await manager.ask('GET', '/functions/mail-previews/alert?language=en')).statusCode).toBe(400)
})
