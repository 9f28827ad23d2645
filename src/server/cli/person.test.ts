import { beforeEach, describe, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { orderFacts } from '#server/payments/order-facts.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import type { ExportedPerson } from '#server/privacy/export-person.ts'
import { auditOf } from '#test/audit-of.ts'
import { sellElsewhere, sellingToken } from '#test/external-sale.ts'
import { makePerson } from '#test/account-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { forgetOrders, orderDeps, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { placeExpiredOrder } from '#test/privacy-fixture.ts'
import { ask, placePaidOrder, readOrder } from '#test/refund-fixture.ts'
import { keyhold } from '#test/keyhold.ts'
import { joinWaitingList } from '#server/waiting-list/join-waiting-list.ts'
import { secretOf, TEST_CIPHER } from '#test/installation-secret.ts'
import { readKeyRows } from '#test/insert-key.ts'

const DAY_MS = 24 * 3600_000

const database = useTestDatabase()
beforeEach(async () => {
  await forgetOrders(database.db)
  await database.db.deleteFrom('mails').execute()
})

/** Dependencies whose orders were made so many days ago. */
function depsAgo(days: number): CreatePaymentDeps {
  const at = new Date(systemClock().getTime() - days * DAY_MS)
  return orderDeps(database.db, () => at)
}

const person = (...words: readonly string[]) => keyhold(['person', ...words], { DATABASE_URL: database.url })

async function exported(email: string): Promise<ExportedPerson> {
  const { status, out, said } = await person('export', email)
  expect([status, said]).toEqual([0, []])
  return JSON.parse(out.join('\n')) as ExportedPerson
}

async function writeToSupport(email: string, sentAt: Date | null, id = email): Promise<void> {
  await queueMail(database.db, {
    template: 'support',
    facts: { name: 'Ada', email, message: 'Where are my keys?' },
    dedupeKey: `support:${id}`,
    language: 'en',
    recipient: 'support@example.com',
    replyTo: email,
  })
  await database.db
    .updateTable('mails')
    .set({ sent_at: sentAt })
    .where('dedupe_key', '=', `support:${id}`)
    .execute()
}

describe('person export', () => {
  test('prints everything stored about an e-mail, in any spelling, and nothing about anyone else', async () => {
    const deps = depsAgo(1)
    const ada = await placePaidOrder(deps, { quantity: 2 })
    await ask(deps, ada.id, { quantity: 1, reason: 'One too many' })
    await database.db
      .updateTable('payments')
      .set({ user_email: 'Ada@Example.com' })
      .where('id', '=', ada.id)
      .execute()
    await database.db.updateTable('mails').set({ recipient: 'Ada@Example.com' }).execute()
    const other = await placePaidOrder(deps)
    await writeToSupport('ada@example.com', systemClock())
    await writeToSupport('eve@example.com', systemClock())

    const known = await exported('aDa@example.COM')
    expect(known.orders).toMatchObject([
      {
        id: ada.id,
        email: 'Ada@Example.com',
        quantity: 2,
        status: 'confirmed',
        transfers: [{ asset: 'BTC', amount: '0.002133' }],
        refunds: [{ reason: 'One too many', copies: 1, status: 'asked' }],
      },
    ])
    expect(known.mails.map(({ orderId }) => orderId)).toContain(ada.id)
    expect(known.mails.map(({ subject }) => subject)).not.toContain('')
    expect(known.supportMessages).toMatchObject([{ email: 'ada@example.com', message: 'Where are my keys?' }])
    expect(known.account).toBeNull()

    const keys = await readKeyRows(database.db)
    const told = JSON.stringify(known)
    for (const { game_key: key, payment_id: owner } of keys)
      expect([key, told.includes(key)]).toEqual([key, owner === ada.id])
    for (const secret of [secretOf(ada), secretOf(other), other.id, 'buyer@example.com', 'eve@example.com']) {
      expect(told).not.toContain(secret)
    }
  })

  test('the studio’s own address does not give other people’s messages', async () => {
    await writeToSupport('eve@example.com', systemClock())
    const { out, said } = await person('export', 'support@example.com')
    expect(out.join('')).not.toContain('eve@')
    expect(said).toEqual(['nothing is stored about this e-mail'])
  })

  test('staff get their account, without its secrets', async () => {
    await makePerson(database.db, 'staff@example.com', 'support')
    const { account } = await exported('Staff@example.com')
    expect(account).toMatchObject({
      email: 'staff@example.com',
      role: 'support',
      passkeys: [],
      sessions: [],
      deeds: [],
    })
  })

  test('is audited, with a code in place of the e-mail', async () => {
    await exported('staff@example.com')
    const [entry] = await database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(entry).toMatchObject({ action: 'person.export', subject_kind: 'person', actor_id: null })
    expect(entry?.subject_id).toMatch(/^[0-9a-f]{16}$/)
    expect(
      JSON.stringify(entry, (_name, value: unknown) => (typeof value === 'bigint' ? null : value)),
    ).not.toContain('@')
  })
})

describe('person erase', () => {
  test('unpaid orders are erased at once; an open one and a paid one stay, each with its reason', async () => {
    const expired = await placeExpiredOrder(depsAgo(1))
    const open = await placeOrder(depsAgo(0))
    const paid = await placePaidOrder(depsAgo(1))
    const short = await placeOrder(depsAgo(2))
    await payOnChain(database.db, short, { atoms: 5_000n })
    const { status, out } = await person('erase', 'BUYER@example.com')
    expect(status).toBe(0)
    expect(out[0]).toBe(`erased: order ${expired.id}`)
    const why = new Map(
      out.filter((line) => line.startsWith('kept: order ')).map((line) => [line.slice(12, 48), line]),
    )
    expect(why.get(open.id)).toContain(`its payment may come until ${open.expires_at.toISOString()}`)
    expect(why.get(paid.id)).toMatch(/can be asked about until 20\d\d-.*--paid-too/)
    expect(why.get(short.id)).toContain('settle it first')
    expect(out).toHaveLength(4)
    const emails = await Promise.all([expired, open, paid, short].map(({ id }) => readOrder(database.db, id)))
    expect(emails.map((one) => one.user_email === null)).toEqual([true, false, false, false])
  })

  test('a paid order keeps its data until its claims have expired, and longer without --paid-too', async () => {
    const paid = await placePaidOrder(depsAgo(15))
    await database.db.updateTable('mails').set({ sent_at: paid.created_at }).execute()
    const first = await person('erase', 'buyer@example.com')
    expect(first.out).toEqual([
      `kept: order ${paid.id}: it was paid, and the books need it; --paid-too erases e-mail and refund address`,
    ])
    const second = await person('erase', 'buyer@example.com', '--paid-too')
    expect(second.out).toEqual([`erased: order ${paid.id}`])
    const after = await readOrder(database.db, paid.id)
    expect(after).toEqual({
      ...paid,
      user_email: null,
      wallet_address: null,
      client_hash: null,
      erased_at: after.erased_at,
    })
    const keys = await database.db
      .selectFrom('game_keys')
      .selectAll()
      .where('payment_id', '=', paid.id)
      .execute()
    expect(keys).toHaveLength(1)
    const mails = await database.db.selectFrom('mails').select(['template', 'recipient', 'facts']).execute()
    expect(mails.map(({ template }) => template).sort()).toEqual(['keys', 'received'])
    for (const mail of mails) expect(mail).toMatchObject({ recipient: '', facts: {} })
    expect((await person('erase', 'buyer@example.com', '--paid-too')).out).toEqual([
      'nothing is stored about this e-mail',
    ])
  })

  test('--paid-too keeps an order whose refund is open or whose period is not over', async () => {
    const young = await placePaidOrder(depsAgo(13))
    const refunding = await placePaidOrder(depsAgo(100))
    await ask(depsAgo(0), refunding.id)
    const { out } = await person('erase', 'buyer@example.com', '--paid-too')
    expect(out.map((line) => line.slice(0, 48)).sort()).toEqual(
      [`kept: order ${young.id}`, `kept: order ${refunding.id}`].sort(),
    )
  })

  test('sales made elsewhere are exported with their keys, and erased with --paid-too once those are mailed', async () => {
    await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
    const sale = { email: 'Bob@example.com', edition: 'standard', quantity: 1, reference: 'cs_1' }
    const tokenId = await sellingToken(database.db, systemClock())
    await sellElsewhere({ db: database.db, clock: systemClock, tokenId }, sale)
    const { sales } = await exported('bob@example.com')
    expect(sales).toMatchObject([
      { reference: 'cs_1', email: 'Bob@example.com', keys: [expect.stringMatching(/-/)] },
    ])

    const kept = 'kept: sales made elsewhere, 1; --paid-too erases the e-mail of those whose keys were mailed'
    expect((await person('erase', 'bob@example.com')).out).toEqual([kept])
    expect((await person('erase', 'bob@example.com', '--paid-too')).out).toEqual([kept])
    const mail = await database.db
      .updateTable('mails')
      .set({ sent_at: systemClock() })
      .returning('recipient')
      .execute()
    expect(mail).toEqual([{ recipient: 'Bob@example.com' }])
    expect((await person('erase', 'bob@example.com', '--paid-too')).out).toEqual([
      'erased: the e-mail of sales made elsewhere, 1',
      'erased: mails beside them, 1',
    ])
    expect((await person('erase', 'bob@example.com', '--paid-too')).out).toEqual([
      'nothing is stored about this e-mail',
    ])
  })

  test('messages to support are erased once they were sent; other people’s stay', async () => {
    await writeToSupport('ada@example.com', systemClock(), 'sent')
    await writeToSupport('ADA@example.com', null, 'waiting')
    await writeToSupport('eve@example.com', systemClock())
    expect((await person('erase', 'ada@example.com')).out).toEqual([
      'erased: messages to support, 1',
      'kept: messages to support, 1: not sent yet; run this again once they are',
    ])
    const left = await database.db.selectFrom('mails').select('reply_to').orderBy('reply_to').execute()
    expect(left.map((one) => one.reply_to).sort()).toEqual(['ADA@example.com', 'eve@example.com'])
  })

  test('a queued mail to the person is no longer sent, except about an order that stays', async () => {
    const order = await placePaidOrder(depsAgo(1))
    await queueMail(database.db, {
      template: 'keys-follow',
      facts: orderFacts(order),
      dedupeKey: 'a mail of no order',
      language: 'en',
      recipient: 'buyer@example.com',
    })
    expect((await person('erase', 'buyer@example.com')).out).toContain('erased: mails beside them, 1')
    const left = await database.db.selectFrom('mails').select('payment_id').execute()
    expect([...new Set(left.map((mail) => mail.payment_id))]).toEqual([order.id])
  })

  test('places on the waiting list are printed and erased; other people’s stay', async () => {
    const deps = orderDeps(database.db, systemClock)
    for (const email of ['ada@example.com', 'eve@example.com'])
      await joinWaitingList(deps, { email, edition: 'standard', language: 'fr' }, '203.0.113.7')
    const known = await exported('ADA@example.com')
    expect(known.waiting).toMatchObject([
      { email: 'ada@example.com', edition: 'standard', language: 'fr', confirmedAt: null },
    ])
    expect((await person('erase', 'ADA@example.com')).out).toEqual([
      'erased: places on the waiting list, 1',
      'erased: mails beside them, 1',
    ])
    const left = await database.db.selectFrom('waiting_list').select('email').execute()
    expect(left).toEqual([{ email: 'eve@example.com' }])
  })

  test('accounts stay, and the audit contains no e-mail', async () => {
    await makePerson(database.db, 'leaving@example.com', 'viewer')
    expect((await person('erase', 'Leaving@example.com')).out).toEqual([
      'kept: the account: the audit names it; disable it in the back office',
    ])
    const entries = await auditOf(database.db, { action: 'person.erase' })
    const codes = entries.map((one) => one.subject_id)
    expect(JSON.stringify(entries.map(({ subject_id: id, facts }) => [id, facts]))).not.toContain('@')
    expect(new Set(codes).size).toBeGreaterThan(1)
  })
})

test.each([
  [['export'], 'expected one e-mail address'],
  [['erase', 'no address'], 'expected one e-mail address'],
  [['erase', 'a@example.com', 'b@example.com'], 'expected one e-mail address'],
  [['erase', 'a@example.com', '--all'], "Unknown option '--all'"],
])('person %j is called wrongly, and repeats no e-mail', async (words, why) => {
  const { status, out, said } = await person(...words)
  expect([status, out]).toEqual([2, []])
  expect(said[0]).toContain(why)
  expect(said.join()).not.toContain('example.com')
})
