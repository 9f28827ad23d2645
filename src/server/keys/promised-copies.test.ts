import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foldOrderCounts } from '#server/staff-orders/fold-counts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { forgetOrders } from '#test/order-fixture.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { addNewKeys } from './generate-keys.ts'
import { countFreeCopies, countPromisedCopies, hasFreeKeys } from './hold-keys.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const EDITIONS = ['standard', 'supporter'] as const
const STATUSES = [
  'pending',
  'partial',
  'detected',
  'confirmed',
  'confirmed',
  'expired',
  'review',
  'refunded',
] as const

const database = useTestDatabase()

const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)

/** Each open order by itself: its copies less the keys that are held for it. */
async function countOneByOne(
  edition: string,
  except: string | null,
  confirmedAt: Date | null,
): Promise<number> {
  const { rows } = await sql<{ copies: bigint }>`
    select coalesce(sum(p.quantity - (select count(*) from game_keys k where k.held_for = p.id and k.held_until >= ${NOW})),
      0)::bigint as copies
    from payments p
    where p.edition = ${edition} and p.delivered_at is null and p.id is distinct from ${except}::uuid
      and p.status in ('pending', 'partial', 'detected', 'confirmed')
      and (p.status <> 'pending' or p.expires_at >= ${NOW} or p.needs_settling)
      and (p.status <> 'confirmed' or ${confirmedAt}::timestamptz is null or p.confirmed_at < ${confirmedAt})`.execute(
    database.db,
  )
  return Number(rows[0]?.copies ?? 0n)
}

async function expectSameCounts(ids: readonly string[]): Promise<void> {
  for (const edition of EDITIONS) {
    for (const except of [null, ...ids.slice(0, 12)]) {
      for (const confirmedAt of [null, minutes(3)]) {
        expect(await countPromisedCopies(database.db, edition, NOW, except, confirmedAt)).toBe(
          await countOneByOne(edition, except, confirmedAt),
        )
      }
    }
  }
  const { rows: counted } = await sql`
    select edition, is_awaiting_keys, sum(orders)::bigint as orders, sum(copies)::bigint as copies, sum(cents)::bigint as cents
    from waiting_counts group by 1, 2 having sum(orders) <> 0 order by 1, 2`.execute(database.db)
  const { rows: summed } = await sql`
    select edition, awaiting_keys_since is not null as is_awaiting_keys, count(*) as orders,
      sum(quantity)::bigint as copies, sum(price_usd_cents)::bigint as cents
    from payments where status = 'confirmed' and delivered_at is null group by 1, 2 order by 1, 2`.execute(
    database.db,
  )
  expect(counted).toEqual(summed)
}

test('promised copies are those of each open order less its held keys, however the orders change', async () => {
  const { db } = database
  for (const edition of EDITIONS) await addNewKeys(db, TEST_CIPHER, edition, 30)
  const ids: string[] = []
  for (let n = 0; n < 40; n++) {
    const status = STATUSES[n % STATUSES.length] ?? 'pending'
    ids.push(
      await insertPayment(db, {
        edition: EDITIONS[n % 3 === 0 ? 1 : 0],
        quantity: 1 + (n % 4),
        status,
        expires_at: minutes(n % 2 === 0 ? -5 : 5),
        needs_settling: n % 5 === 0,
        confirmed_at: status === 'confirmed' || status === 'refunded' ? minutes(n % 6) : null,
        awaiting_keys_since: status === 'confirmed' && n % 3 === 1 ? NOW : null,
      }),
    )
  }
  // held for a while, for ever, and no longer
  for (const [n, until] of ['infinity', minutes(1).toISOString(), minutes(-1).toISOString()].entries()) {
    await sql`
      update game_keys k set held_for = p.id, held_until = ${until}::timestamptz
      from (select id, edition, row_number() over (partition by edition order by id) as place from payments
        where status in ('pending', 'detected', 'confirmed', 'review')) p,
        (select id, game_edition, row_number() over (partition by game_edition order by id) as place from game_keys
          where held_for is null) free
      where k.id = free.id and free.game_edition = p.edition and free.place = p.place and p.place % 3 = ${n}::int`.execute(
      db,
    )
  }
  await expectSameCounts(ids)
  await foldOrderCounts(db)
  await expectSameCounts(ids)

  const confirmed = ids.filter((_, n) => STATUSES[n % STATUSES.length] === 'confirmed')
  const changes: readonly [number, object][] = [
    [0, { awaiting_keys_since: NOW }],
    [1, { status: 'refunded' }],
    [2, { status: 'review' }],
    [3, { awaiting_keys_since: null }],
    [4, { status: 'detected', confirmed_at: null }],
    [5, { quantity: 9 }],
    [9, { delivered_at: NOW, awaiting_keys_since: null }],
  ]
  for (const [place, values] of changes) {
    await db
      .updateTable('payments')
      .set(values)
      .where('id', '=', confirmed[place] ?? '')
      .execute()
    await expectSameCounts(ids)
  }
  await sql`update game_keys set held_for = null, held_until = null`.execute(db)
  await db
    .deleteFrom('payments')
    .where('id', '=', confirmed[6] ?? '')
    .execute()
  await expectSameCounts(ids)
  await foldOrderCounts(db)
  await expectSameCounts(ids)
  // a transaction that is rolled back counts nothing
  await expect(
    db.transaction().execute(async (tx) => {
      await tx.updateTable('payments').set({ status: 'refunded' }).execute()
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await expectSameCounts(ids)
})

test('free copies are unsold, not retired and not held, less those that are promised', async () => {
  const { db } = database
  await forgetOrders(db)
  for (const edition of EDITIONS) await addNewKeys(db, TEST_CIPHER, edition, 7)
  const [sold, holder, former] = await Promise.all(
    (['confirmed', 'pending', 'expired'] as const).map((status) =>
      insertPayment(db, {
        status,
        expires_at: NOW,
        confirmed_at: status === 'confirmed' ? NOW : null,
        delivered_at: status === 'confirmed' ? NOW : null,
      }),
    ),
  )
  const ids = (
    await db.selectFrom('game_keys').select('id').where('game_edition', '=', 'standard').execute()
  ).map(({ id }) => id)
  const change = async (at: number, values: object) =>
    db
      .updateTable('game_keys')
      .set(values)
      .where('id', '=', ids[at] ?? '')
      .execute()
  await change(0, { payment_id: sold, line_no: 1, quantity: 1, handed_at: NOW })
  await change(1, { retired_at: NOW })
  await change(2, { held_for: holder, held_until: NOW })
  await change(3, { held_for: former, held_until: minutes(-1) })
  await change(4, { retired_at: NOW, held_for: former, held_until: minutes(-1) })
  const other = db.selectFrom('game_keys').select('id').where('game_edition', '=', 'supporter').limit(1)
  await db
    .updateTable('game_keys')
    .set({ held_for: former, held_until: minutes(-1) })
    .where('id', 'in', other)
    .execute()
  expect(await countFreeCopies(db, 'standard', 9, NOW)).toBe(3)
  await insertPayment(db, { quantity: 2, expires_at: NOW })
  expect(await countFreeCopies(db, 'standard', 9, NOW)).toBe(1)
  await insertPayment(db, { quantity: 2, expires_at: NOW })
  expect(await countFreeCopies(db, 'standard', 9, NOW)).toBe(0)
})

test('free are the keys of an edition that no order holds now, none of them retired', async () => {
  const { db } = database
  await forgetOrders(db)
  for (const edition of EDITIONS) await addNewKeys(db, TEST_CIPHER, edition, 5)
  const order = await insertPayment(db, { status: 'expired' })
  const [unheld, ended, held, ...gone] = await db
    .selectFrom('game_keys')
    .select('id')
    .where('game_edition', '=', 'standard')
    .execute()
  const change = (keys: readonly ({ id: string } | undefined)[], to: object) =>
    db
      .updateTable('game_keys')
      .set(to)
      .where(
        'id',
        'in',
        keys.map((key) => key?.id ?? ''),
      )
      .execute()
  await db
    .updateTable('game_keys')
    .set({ held_for: order, held_until: minutes(-1) })
    .execute()
  await change([unheld], { held_for: null, held_until: null })
  await change([held], { held_until: minutes(1) })
  await change(gone, { retired_at: NOW })
  expect([unheld, ended, held].every((key) => key !== undefined)).toBe(true)
  const isFree = (count: number) => hasFreeKeys(db, 'standard', count, NOW)
  expect([await isFree(2), await isFree(3)]).toEqual([true, false])
})
