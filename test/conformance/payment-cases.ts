import { usdCents } from '#shared/money.ts'
import { describe, expect, test } from 'vitest'
import { depthFor, railOf } from '#shared/rails.ts'
import { expectOrder } from './expect-order.ts'
import type { Lab, Way } from './lab.ts'
import { testWhere } from './test-where.ts'

const DAY_S = 24 * 3600

/** The right money, and money of another contract; the same for every rail and reader. */
export function paymentCases(lab: () => Lab, way: () => Way): void {
  describe('buyers', () => {
    // holds I2
    test('exact: detected, and delivered at the depth that the price requires, not a block earlier', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way())
      await it.look()
      await expectOrder(shop, order, { status: 'pending', received: 0n, transfers: 0 })
      await way().pay({ address: order.address, atoms: order.due })
      await it.look()
      if (it.hasMempool) await expectOrder(shop, order, { status: 'detected', received: order.due })
      await it.mine(1)
      await it.look()
      const firstAt = (await it.reader().head()).height
      const depth = depthFor(railOf(order.network), usdCents(order.priceCents), undefined)
      for (let mined = 1; mined < 60; mined += 1) {
        const head = await it.reader().head()
        const finality = await it.reader().finality(head, false)
        const isDeep = depth === 'finalized' ? finality.height >= firstAt : head.height - firstAt + 1 >= depth
        const status = isDeep ? 'confirmed' : 'detected'
        await expectOrder(shop, order, { status, received: order.due, transfers: 1 })
        if (isDeep) break
        await it.mine(1)
        await it.look()
      }
      await it.settle()
      await it.look()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    test('wrong token: a counterfeit counts for nothing, another coin of the chain is for review', async () => {
      const { shop, ...it } = lab()
      const [faked, other] = [await it.order(way()), await it.order(way())]
      await way().payFake?.({ address: faked.address, atoms: faked.due })
      await way().payOther?.({ address: other.address, atoms: 10n ** 18n })
      await it.mine(1)
      // balances of other rails are read once a minute
      await it.pass(61)
      await it.look()
      await it.settle()
      await expectOrder(shop, faked, { status: 'pending', received: 0n, transfers: 0 })
      if (way().payOther === null) return
      await expectOrder(shop, other, {
        status: 'review',
        flags: ['wrong_token'],
        received: 0n,
        transfers: 1,
      })
      await way().pay({ address: other.address, atoms: other.due })
      await it.mine(1)
      await it.look()
      await it.settle()
      await expectOrder(shop, other, {
        status: 'confirmed',
        flags: ['wrong_token'],
        received: other.due,
        transfers: 2,
      })
    })
  })
}

/** Money in other amounts and at other times; the same for every rail and reader. */
export function amountCases(lab: () => Lab, way: () => Way, supports: { readonly many: boolean }): void {
  const share = (due: bigint, percent: bigint) => (due * percent) / 100n

  describe('buyers', () => {
    test('an address is reported as used once it received money, if the node can know', async () => {
      const { mine, reader, order: make } = lab()
      const order = await make(way())
      const isUsed = async () => (await reader().usedAddresses([order.address]))?.has(order.address) ?? null
      const before = await isUsed()
      await way().pay({ address: order.address, atoms: order.due })
      await mine(1)
      expect([before, await isUsed()]).toEqual(before === null ? [null, null] : [false, true])
      const found = await reader().usedAddresses([order.address], { isSlowAllowed: true })
      expect([...(found ?? [])]).toEqual([order.address])
    })

    // holds I6
    test('split: two payments that add up to the amount due', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way())
      const first = share(order.due, 40n)
      await way().pay({ address: order.address, atoms: first })
      await it.mine(1)
      await it.look()
      await expectOrder(shop, order, { status: 'partial', flags: ['underpaid'], received: first })
      await way().pay({ address: order.address, atoms: order.due - first })
      await it.settle()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 2 })
    })

    testWhere(supports.many)('two in one transaction: to one order, and to two orders at once', async () => {
      const { shop, ...it } = lab()
      const [one, two] = [await it.order(way()), await it.order(way(), { quantity: 1 })]
      const half = share(one.due, 50n)
      await way().payMany?.([
        { address: one.address, atoms: half },
        { address: two.address, atoms: two.due },
        { address: one.address, atoms: one.due - half },
      ])
      await it.mine(1)
      await it.look()
      await it.settle()
      await expectOrder(shop, one, { status: 'confirmed', received: one.due, transfers: 2 })
      await expectOrder(shop, two, { status: 'confirmed', received: two.due, transfers: 1 })
    })

    test('short within the tolerance for exchange fees is paid, an atom less is not', async () => {
      const { shop, ...it } = lab()
      const [enough, tooLittle] = [await it.order(way()), await it.order(way())]
      const least = enough.due - (enough.due * 50n) / 10_000n
      await way().pay({ address: enough.address, atoms: least })
      await way().pay({ address: tooLittle.address, atoms: least - 1n })
      await it.mine(1)
      await it.look()
      await it.settle()
      await expectOrder(shop, enough, { status: 'confirmed', received: least, transfers: 1 })
      await expectOrder(shop, tooLittle, { status: 'partial', flags: ['underpaid'], received: least - 1n })
    })

    test('over: delivered once, and the surplus is reported', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way())
      const more = share(order.due, 150n)
      await way().pay({ address: order.address, atoms: more })
      await it.mine(1)
      await it.look()
      await it.settle()
      await expectOrder(shop, order, { status: 'confirmed', flags: ['overpaid'], received: more })
      await way().pay({ address: order.address, atoms: order.due })
      // balances of paid orders are read once a day
      if (!way().hasTransfers) await it.pass(DAY_S)
      await it.settle()
      const received = more + order.due
      await expectOrder(shop, order, { status: 'confirmed', flags: ['overpaid'], received, transfers: 2 })
    })

    test('late by less than a day is delivered, later is for review', async () => {
      const { shop, ...it } = lab()
      const late = await it.order(way(), { ageS: 900 + 3600 })
      const tooLate = await it.order(way(), { ageS: 900 + DAY_S + 3600 })
      await it.look()
      await expectOrder(shop, late, { status: 'expired', received: 0n })
      for (const order of [late, tooLate]) await way().pay({ address: order.address, atoms: order.due })
      await it.mine(1)
      await it.look()
      await it.settle()
      await expectOrder(shop, late, { status: 'confirmed', flags: ['late'], received: late.due })
      await expectOrder(shop, tooLate, { status: 'review', flags: ['late'], received: tooLate.due })
    })

    // holds I2
    test('late counts at the rate of its time, and never at a better one', async () => {
      const { shop, ...it } = lab()
      const [lower, higher] = [
        await it.order(way(), { ageS: 900 + 3600 }),
        await it.order(way(), { ageS: 900 + 3600 }),
      ]
      const { rate_e8: quoted } = await shop.db
        .selectFrom('payments')
        .select('rate_e8')
        .where('id', '=', lower.id)
        .executeTakeFirstOrThrow()
      const lateAt = async (rate: bigint, order: typeof lower) => {
        shop.lateRate = rate as NonNullable<typeof shop.lateRate>
        await way().pay({ address: order.address, atoms: order.due })
        await it.mine(1)
        await it.look()
        await it.settle()
        shop.lateRate = null
      }
      await lateAt((quoted * 9n) / 10n, lower)
      const received = (lower.due * ((quoted * 9n) / 10n)) / quoted
      await expectOrder(shop, lower, { status: 'partial', flags: ['underpaid', 'late'], received })
      await lateAt(quoted * 2n, higher)
      await expectOrder(shop, higher, { status: 'confirmed', flags: ['late'], received: higher.due })
    })

    test('short, and still short a day after its window, is for review', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way())
      const received = share(order.due, 90n)
      await way().pay({ address: order.address, atoms: received })
      await it.mine(1)
      await it.look()
      await it.pass(900 + DAY_S + 60)
      await it.settle()
      await expectOrder(shop, order, { status: 'review', flags: ['underpaid'], received, transfers: 1 })
    })

    test('nothing: the order expires with its window, and dust does not change that', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way(), { ageS: 900 + 60 })
      await it.look()
      await it.look()
      await expectOrder(shop, order, { status: 'expired', received: 0n, transfers: 0 })
      await way().pay({ address: order.address, atoms: order.due / 300n })
      await it.mine(1)
      await it.look()
      await it.settle()
      await expectOrder(shop, order, { status: 'expired', received: 0n, transfers: 1 })
    })
  })
}
