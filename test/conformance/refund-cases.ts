import { describe, expect, test } from 'vitest'
import { requestRefund } from '#server/refunds/request-refund.ts'
import { quoteRefund } from '#server/refunds/quote-refund.ts'
import { recordRefund } from '#server/refunds/record-refund.ts'
import type { RefundRecord } from '#server/refunds/refund-record.ts'
import { DISAGREEMENT_S } from '#shared/constants.ts'
import { openAlerts, otherHash } from './quorum-cases.ts'
import type { Lab, Way } from './lab.ts'
import type { Shop } from './shop.ts'
import { testWhere } from './test-where.ts'
import { networksAll } from '#shared/address-form.ts'

const TERMS = {
  releaseAt: () => new Date('2025-10-18T23:59:59Z'),
  outputNetworks: networksAll('regtest'),
} as const
/** A real node is asked about the same transaction at most every 15 s. */
const LOOKUP_INTERVAL_S = 16
/** A price that requires two nodes: 1,535.76 USD. */
const EXPENSIVE = { quantity: 24 }
/** In atoms; above the dust limit of Bitcoin wallets. */
const SMALL_AMOUNT = 1000n

/** Refunds that the staff pay from their own wallet, proved by the same readers. */
export function refundCases(
  lab: () => Lab,
  way: () => Way,
  supports: { readonly quorum: boolean; readonly counterfeits: boolean },
): void {
  /** A refund is paid from a wallet, however its order was paid. */
  const wallet = () => lab().ways.find((one) => one.network === way().network && one.hasTransfers) ?? way()

  /** Creates a refund of an order that is paid, confirmed and delivered. */
  async function createOwedRefund(wish: { readonly quantity?: number } = {}): Promise<RefundRecord> {
    const { shop, ...it } = lab()
    const order = await it.order(way(), wish)
    await way().pay({ address: order.address, atoms: order.due })
    await it.settle()
    const policy = shop.policyOver(1)
    return shop.db.transaction().execute(async (tx) => {
      const request = { orderId: order.id, askedBy: 'staff', actorId: null, reason: '' } as const
      const requested = await requestRefund(tx, request, { ...TERMS, policy }, shop.clock())
      if (requested.kind === 'refused') throw new Error(`a refund was refused: ${requested.message}`)
      const quoted = await quoteRefund(tx, requested.refunds[0]?.id ?? '', policy, shop.clock())
      if (quoted.kind === 'refused') throw new Error(`a quote was refused: ${quoted.message}`)
      return quoted.refund
    })
  }

  function payoutOf({ address, owed_atoms: atoms }: RefundRecord, less = 0n) {
    return { address: address ?? '', atoms: (atoms ?? 0n) - less }
  }

  async function record(
    { db, clock, policyOver }: Shop,
    { id }: RefundRecord,
    txHash: string,
  ): Promise<void> {
    const recorded = await db
      .transaction()
      .execute((tx) =>
        recordRefund(tx, id, { txHash, actorId: null }, { policy: policyOver(1), now: clock() }),
      )
    expect(recorded.kind).toBe('recorded')
  }

  async function statusesOf({ db }: Shop, refund: RefundRecord) {
    const row = await db
      .selectFrom('refunds as r')
      .innerJoin('payments as p', 'p.id', 'r.payment_id')
      .select(['r.status', 'p.status as order'])
      .where('r.id', '=', refund.id)
      .executeTakeFirstOrThrow()
    return [row.status, row.order]
  }

  describe('a refund', () => {
    test('is proved by its transaction once that is deep enough, and ends the order', async () => {
      const { shop, ...it } = lab()
      const refund = await createOwedRefund()
      await record(shop, refund, await wallet().pay(payoutOf(refund)))
      await it.look()
      expect(await statusesOf(shop, refund)).toEqual(['recorded', 'confirmed'])
      await it.pass(LOOKUP_INTERVAL_S)
      await it.settle()
      await it.pass(LOOKUP_INTERVAL_S)
      await it.mine(1)
      await it.look()
      expect(await statusesOf(shop, refund)).toEqual(['verified', 'refunded'])
    })

    test('is not proved by one that pays too little, or another address', async () => {
      const { shop, ...it } = lab()
      const refund = await createOwedRefund()
      await record(shop, refund, await wallet().pay(payoutOf(refund, SMALL_AMOUNT)))
      await record(
        shop,
        refund,
        await wallet().pay({ ...payoutOf(refund), address: await it.foreignAddress() }),
      )
      await it.settle()
      await it.pass(LOOKUP_INTERVAL_S)
      await it.mine(1)
      await it.look()
      expect(await statusesOf(shop, refund)).toEqual(['mismatch', 'confirmed'])
      await record(shop, refund, await wallet().pay({ ...payoutOf(refund), atoms: SMALL_AMOUNT }))
      await it.settle()
      await it.pass(LOOKUP_INTERVAL_S)
      await it.mine(1)
      await it.look()
      expect(await statusesOf(shop, refund)).toEqual(['verified', 'refunded'])
    })

    testWhere(supports.counterfeits)('is not proved by a counterfeit of the coin', async () => {
      const { shop, ...it } = lab()
      const fake = way().payFake
      if (fake === null) throw new Error(`expected a counterfeit of ${way().name}`)
      const refund = await createOwedRefund()
      await record(shop, refund, await fake(payoutOf(refund)))
      await it.settle()
      await it.pass(LOOKUP_INTERVAL_S)
      await it.mine(1)
      await it.look()
      expect(await statusesOf(shop, refund)).toEqual(['mismatch', 'confirmed'])
    })

    testWhere(supports.quorum)('of a high value waits until a second node shows it', async () => {
      const { shop, ...it } = lab()
      const refund = await createOwedRefund(EXPENSIVE)
      it.restart(2)
      await record(shop, refund, await wallet().pay(payoutOf(refund)))
      await it.faults[1]?.goDown()
      await it.settle()
      await it.pass(LOOKUP_INTERVAL_S)
      await it.mine(1)
      await it.look()
      expect(await statusesOf(shop, refund)).toEqual(['recorded', 'confirmed'])
      await it.faults[1]?.repair()
      await it.pass(LOOKUP_INTERVAL_S)
      await it.mine(1)
      await it.lookUntilSuccess()
      expect(await statusesOf(shop, refund)).toEqual(['verified', 'refunded'])
    })

    testWhere(supports.quorum)('below that value waits for no node that is down', async () => {
      const { shop, ...it } = lab()
      const refund = await createOwedRefund()
      it.restart(2)
      await record(shop, refund, await wallet().pay(payoutOf(refund)))
      await it.faults[1]?.goDown()
      await it.settle()
      await it.pass(LOOKUP_INTERVAL_S)
      await it.mine(1)
      await it.look()
      expect(await statusesOf(shop, refund)).toEqual(['verified', 'refunded'])
    })

    testWhere(supports.quorum)('of any value is stopped by a second node that contradicts', async () => {
      const { shop, ...it } = lab()
      const refund = await createOwedRefund()
      it.restart(2)
      await record(shop, refund, await wallet().pay(payoutOf(refund)))
      await it.mine(1)
      const { hash } = await it.reader().head()
      // a bitcoind that names another block than the one it was asked for has failed; another recipient is a contradiction
      if (it.hasMempool) it.faults[1]?.rewriteAnswers(refund.address ?? '', await it.foreignAddress())
      else it.faults[1]?.rewriteAnswers(hash, otherHash(hash))
      await it.settle()
      await it.pass(LOOKUP_INTERVAL_S)
      await it.mine(1)
      await it.look()
      expect(await statusesOf(shop, refund)).toEqual(['recorded', 'confirmed'])
      expect(await openAlerts(shop, { id: refund.payment_id })).toEqual([])
      await it.pass(DISAGREEMENT_S + 1)
      await it.mine(1)
      await it.lookUntilSuccess()
      expect(await openAlerts(shop, { id: refund.payment_id })).toEqual(['payout-not-agreed'])
      await it.faults[1]?.repair()
      await it.pass(LOOKUP_INTERVAL_S)
      await it.mine(1)
      await it.lookUntilSuccess()
      expect(await statusesOf(shop, refund)).toEqual(['verified', 'refunded'])
      expect(await openAlerts(shop, { id: refund.payment_id })).toEqual([])
    })
  })
}
