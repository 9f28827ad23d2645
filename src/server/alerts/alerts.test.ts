import { beforeEach, describe, expect, test } from 'vitest'
import { auditOf } from '#test/audit-of.ts'
import { useBackOffice } from '#test/use-back-office.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import type { AlertListReply } from '#shared/alerts.ts'
import type * as z from 'zod'
import { storeLanguage } from '#server/accounts/user-routes.ts'
import { queueAlertMails } from './alert-mail-worker.ts'
import { closeAlert, raiseAlert } from './raise-alert.ts'

const EMAIL = 'ops@shop.example'
const TO_OPS = { to: { email: EMAIL }, language: 'en' } as const
const FACTS = { limit: 500_00, waitingOrders: 1 }
const LIMIT = { kind: 'single-node-limit', subject: 'shop', facts: FACTS } as const
const NOT_AGREED = { kind: 'nodes-not-agreed', subject: 'one order', facts: {} } as const

const database = useTestDatabase()
const office = useBackOffice(database)
const { time } = office
beforeEach(async () => {
  await database.db.deleteFrom('alerts').execute()
  await database.db.deleteFrom('mails').execute()
})

const raise = (alert: typeof LIMIT | typeof NOT_AGREED = LIMIT) =>
  database.db.transaction().execute((tx) => raiseAlert(tx, { ...alert, at: time.clock() }))

async function mails() {
  return database.db.selectFrom('mails').select(['template', 'recipient', 'facts']).execute()
}

async function listed() {
  const reply = await office.as.viewer.ask('GET', '/functions/alerts')
  return reply.json<z.infer<typeof AlertListReply>>().alerts
}

describe('an alert', () => {
  test('is one row and one mail, however often its event is reported', async () => {
    expect(await raise()).toBe(true)
    expect(await raise()).toBe(false)
    await Promise.all([
      queueAlertMails(database.db, TO_OPS, time.clock()),
      queueAlertMails(database.db, TO_OPS, time.clock()),
    ])
    await raise()
    await queueAlertMails(database.db, TO_OPS, time.clock())
    const raisedAt = time.clock().toISOString()
    expect(await mails()).toEqual([{ template: 'alert', recipient: EMAIL, facts: { ...LIMIT, raisedAt } }])
    expect(await listed()).toMatchObject([{ ...LIMIT, raisedAt, mailedAt: raisedAt }])
  })

  test('that is raised in a transaction that fails is not raised', async () => {
    const failing = database.db.transaction().execute(async (tx) => {
      await raiseAlert(tx, { ...LIMIT, at: time.clock() })
      throw new Error('the rest failed')
    })
    await expect(failing).rejects.toThrow('the rest failed')
    expect(await listed()).toEqual([])
  })

  test('is mailed to each owner in the language of their back office, and else in that of the shop', async () => {
    await raise()
    const languageOfMail = async () => {
      await database.db.deleteFrom('mails').execute()
      await database.db.updateTable('alerts').set({ mailed_at: null }).execute()
      await queueAlertMails(database.db, { to: 'owners', language: 'fr' }, time.clock())
      return database.db.selectFrom('mails').select('language').execute()
    }
    expect(await languageOfMail()).toEqual([{ language: 'fr' }])
    const owner = await database.db
      .selectFrom('users as u')
      .innerJoin('user_roles as r', 'r.user_id', 'u.id')
      .select(['u.id', 'u.language'])
      .where('r.role', '=', 'owner')
      .executeTakeFirstOrThrow()
    const actor = { userId: owner.id, role: 'owner', language: owner.language } as const
    await storeLanguage(database.db, actor, 'adminLanguage=tlh')
    await storeLanguage(database.db, { ...actor, role: null }, 'adminLanguage=de')
    expect(await languageOfMail()).toEqual([{ language: 'fr' }])
    await storeLanguage(database.db, actor, 'a=b; adminLanguage=he')
    expect(await languageOfMail()).toEqual([{ language: 'he' }])
  })

  test('whose cause is gone is closed, and is a new event if it returns', async () => {
    await raise()
    await raise(NOT_AGREED)
    await closeAlert(database.db, LIMIT, time.clock())
    expect(await listed()).toMatchObject([{ kind: 'nodes-not-agreed' }])
    expect(await raise()).toBe(true)
    await queueAlertMails(database.db, TO_OPS, time.clock())
    expect(await mails()).toHaveLength(2)
  })

  test('is closed by those who may decide about orders, and the audit names them', async () => {
    await raise()
    const [alert] = await listed()
    const close = (role: 'manager' | 'support') =>
      office.as[role].ask('POST', `/functions/alerts/${alert?.id ?? ''}/close`, {})
    expect((await close('support')).statusCode).toBe(403)
    expect((await close('manager')).statusCode).toBe(200)
    expect((await close('manager')).statusCode).toBe(200)
    expect(await listed()).toEqual([])
    expect(await auditOf(database.db, { action: 'alert.close' })).toMatchObject([
      { subject_kind: 'alert', facts: { kind: LIMIT.kind, subject: LIMIT.subject } },
    ])
  })
})
