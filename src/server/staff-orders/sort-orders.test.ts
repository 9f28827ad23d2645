import { beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import type { OrderSort, RefundSort } from '#shared/list-sorts.ts'
import { ExportFilter, OrderListQuery } from '#shared/order-filter-api.ts'
import { RefundListQuery } from '#shared/refund-list-api.ts'
import { selectOrders } from './list-orders.ts'
import { listRefunds } from './read-refunds.ts'

interface Order {
  readonly id: string
  readonly created: number
  readonly price: number
  /** 0: unpaid. */
  readonly paid: number
  readonly status: string
}

const ORDERS = 36
const STATUSES = ['confirmed', 'expired', 'review'] as const
const START_MS = Date.parse('2026-11-20T12:00:00Z')
const NO_RATES = {
  current: () => Promise.resolve(null),
  near: () => Promise.resolve(null),
  dollarsPer: () => Promise.resolve(null),
}

const database = useTestDatabase()
const orders: Order[] = []
beforeAll(async () => {
  for (let n = 0; n < ORDERS; n++) {
    // many ties in each value, and orders that are equal in all of them
    const [created, quantity, status] = [n % 4, 1 + (n % 3), STATUSES[n % 3] ?? 'review']
    const paid = status === 'confirmed' ? 60 + (n % 2) : 0
    const id = await insertPayment(database.db, {
      created_at: new Date(START_MS + created * 1000),
      quantity,
      status,
      confirmed_at: paid === 0 ? null : new Date(START_MS + paid * 1000),
    })
    orders.push({ id, created, price: quantity, paid, status })
  }
})

const SORTED_BY: Readonly<Record<OrderSort, readonly [keyof Order, 1 | -1]>> = {
  newest: ['created', -1],
  oldest: ['created', 1],
  price_desc: ['price', -1],
  price_asc: ['price', 1],
  paid_desc: ['paid', -1],
  paid_asc: ['paid', 1],
  status_asc: ['status', 1],
  status_desc: ['status', -1],
}

function sorted(rows: readonly Order[], sort: OrderSort): readonly string[] {
  const [first, direction] = SORTED_BY[sort]
  return [...rows]
    .sort((one, other) => {
      for (const key of [first, 'created', 'id'] as const) {
        if (one[key] !== other[key]) return one[key] < other[key] ? -direction : direction
      }
      return 0
    })
    .map(({ id }) => id)
}

async function readPages(sort: OrderSort, limit: number, words: object): Promise<readonly string[]> {
  const seen: string[] = []
  for (let before: string | null = null; ;) {
    const rows = await selectOrders(
      database.db,
      ExportFilter.parse(words),
      { emails: true },
      { before, limit, sort },
    )
    seen.push(...rows.map(({ id }) => id))
    const last = rows.at(-1)
    if (last === undefined) return seen
    before = OrderListQuery.parse({ before: last.position }).before ?? null
  }
}

for (const sort of Object.keys(SORTED_BY) as OrderSort[]) {
  test(`orders sorted by ${sort} are on its pages once each, in order, also where values are equal`, async () => {
    for (const limit of [1, 5, ORDERS]) expect(await readPages(sort, limit, {})).toEqual(sorted(orders, sort))
    const inReview = orders.filter(({ status }) => status === 'review')
    expect(await readPages(sort, 2, { status: 'review' })).toEqual(sorted(inReview, sort))
  })

  test(`a list sorted by ${sort} begins somewhere at a position of another sort`, async () => {
    const at = `12345.${orders[0]?.id ?? ''}`
    for (const before of [at, `5.${at}`, `review.${at}`]) {
      const page = { before: OrderListQuery.parse({ before }).before ?? null, limit: 5, sort }
      await expect(
        selectOrders(database.db, ExportFilter.parse({}), { emails: true }, page),
      ).resolves.toBeInstanceOf(Array)
    }
  })
}

test('refunds sorted by deadline or price are on its pages once each, also where values are equal', async () => {
  const refunds: { readonly id: string; readonly asked: number; readonly price: number }[] = []
  for (const [n, { id: payment }] of orders.slice(0, 12).entries()) {
    const [asked, price] = [n % 3, 100 * (n % 2)]
    const { id } = await database.db
      .insertInto('refunds')
      .values({
        payment_id: payment,
        status: 'asked',
        asked_at: new Date(START_MS + asked * 1000),
        asked_by: 'staff',
        quantity: 1,
        price_cents: price,
        reason: '',
        address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
        chain: 'bitcoin',
        asset: 'BTC',
        rest_atoms: 0n,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    refunds.push({ id, asked, price })
  }
  const ways: Readonly<Record<RefundSort, readonly ['asked' | 'price', 1 | -1]>> = {
    newest: ['asked', -1],
    oldest: ['asked', 1],
    price_desc: ['price', -1],
    price_asc: ['price', 1],
  }
  for (const [sort, [first, direction]] of Object.entries(ways)) {
    const wanted = [...refunds].sort((one, other) => {
      for (const key of [first, 'asked', 'id'] as const) {
        if (one[key] !== other[key]) return one[key] < other[key] ? -direction : direction
      }
      return 0
    })
    const seen: string[] = []
    for (let before: string | undefined; ;) {
      const query = RefundListQuery.parse({ sort, limit: 5, before })
      const page = await listRefunds(database.db, query, NO_RATES, new Date(START_MS))
      seen.push(...page.refunds.map(({ id }) => id))
      if (page.next === null) break
      before = page.next
    }
    expect(seen).toEqual(wanted.map(({ id }) => id))
  }
})
