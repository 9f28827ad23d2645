import { beforeEach, expect, test } from 'vitest'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { createSimChain, type SimChain, type SimPayment } from '#server/demo/sim-chain.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import type { ClaimOutcome } from '#shared/orders-api.ts'
import { atoms } from '#shared/money.ts'
import { faultyReader } from '#test/conformance/faulty-reader.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { forgetOrders, orderDeps, placeOrder } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { claimPayment } from './claim-payment.ts'

const { clock } = testClock()
const database = useTestDatabase()
let chain: SimChain
let order: PaymentRecord
beforeEach(async () => {
  const { db } = database
  await forgetOrders(db)
  await db.deleteFrom('sim_transactions').execute()
  await db.deleteFrom('sim_blocks').execute()
  chain = createSimChain({ db, chain: 'ethereum', clock })
  order = await placeOrder(orderDeps(db, clock), {
    cryptoType: 'usdt',
    cryptoNetwork: 'erc20',
    walletAddress: `0x${'ab'.repeat(20)}`,
  })
})

const ofOrder = (): SimPayment => ({
  address: order.payment_address,
  asset: 'USDT',
  atoms: atoms(order.due_atoms),
  isGenuine: true,
})

async function pay(payment: Partial<SimPayment> = {}): Promise<string> {
  const { txHash } = await chain.pay({ ...ofOrder(), ...payment })
  await chain.mine(1)
  return txHash
}

/** Claims a transaction. @returns the outcome, which is what was recorded as well. */
async function claim(txHash: string, readers = [chain.reader]): Promise<ClaimOutcome> {
  const recorded: ClaimOutcome[] = []
  const outcome = await claimPayment({ db: database.db, clock, readers }, order, txHash, (_tx, one) => {
    recorded.push(one)
    return Promise.resolve()
  })
  expect(recorded).toEqual([outcome])
  return outcome
}

const stored = () =>
  database.db.selectFrom('transfers').select(['payment_id', 'lost_at', 'block_hash']).execute()

test('a claimed transaction is stored for its order, once', async () => {
  const txHash = await pay()
  expect(await claim(txHash)).toBe('stored')
  expect(await claim(txHash)).toBe('known')
  expect(await stored()).toMatchObject([{ payment_id: order.id, lost_at: null }])
})

test.each([
  ['was lost and is back', { lost_at: clock(), lost_as: 'orphaned' }],
  ['is in another block', { block_hash: 'replaced' }],
  ['was not in a block', { block_hash: null, block_height: null, block_at: null }],
])('a claimed transfer that %s is stored anew', async (_what, values) => {
  const txHash = await pay()
  await claim(txHash)
  const [first] = await stored()
  await database.db.updateTable('transfers').set(values).execute()
  expect(await claim(txHash)).toBe('stored')
  expect(await stored()).toEqual([first])
})

test.each([
  ['chain', { chain: 'bsc' }],
  ['transaction', { tx_hash: `0x${'cd'.repeat(32)}` }],
  ['output', { output_index: 7 }],
  ['address', { address: `0x${'5c'.repeat(20)}` }],
])('a stored transfer of another %s is not the claimed one', async (_what, values) => {
  const txHash = await pay()
  await claim(txHash)
  await database.db.updateTable('transfers').set(values).execute()
  expect(await claim(txHash)).toBe('stored')
  expect(await stored()).toHaveLength(2)
})

test('a claimed transfer may have no block yet, and is seen at the time of the claim', async () => {
  const { txHash } = await chain.pay(ofOrder())
  expect([await claim(txHash), await claim(txHash)]).toEqual(['stored', 'known'])
  const first = await database.db.selectFrom('transfers').selectAll().executeTakeFirstOrThrow()
  expect(first).toMatchObject({ block_hash: null, seen_at: clock(), unseen_until: null })
})

test('a claim whose block is replaced while it is read stores nothing', async () => {
  const txHash = await pay()
  const blockAt: ChainReader['blockAt'] = async (height) => {
    const block = await chain.reader.blockAt(height)
    return block === null ? null : { ...block, hash: 'replaced' }
  }
  expect(await claim(txHash, [{ ...chain.reader, blockAt }])).toBe('unanswered')
  expect(await stored()).toEqual([])
})

test.each<[what: string, payment: Partial<SimPayment>, outcome: ClaimOutcome]>([
  ['another asset', { asset: 'ETH' }, 'other_asset'],
  ['a counterfeit', { isGenuine: false }, 'unknown_token'],
  ['somebody else', { address: `0x${'5c'.repeat(20)}` }, 'nothing_to_address'],
])('a claimed transaction that pays %s', async (_what, payment, outcome) => {
  expect(await claim(await pay(payment))).toBe(outcome)
})

test('the chain of the order is asked, whatever others there are', async () => {
  const { db } = database
  const bitcoin = createSimChain({ db, chain: 'bitcoin', clock })
  expect(await claim(await pay(), [bitcoin.reader, chain.reader])).toBe('stored')
})

test('a claim while the node does not answer stores nothing, whenever it fails', async () => {
  const txHash = await pay()
  const { reader, faults } = faultyReader(chain.reader)
  await faults.goDown()
  expect(await claim(txHash, [reader])).toBe('unanswered')
  const lookUpPayment: ChainReader['lookUpPayment'] = (claimed) => chain.reader.lookUpPayment(claimed)
  expect(await claim(txHash, [{ ...reader, lookUpPayment }])).toBe('unanswered')
  expect(await stored()).toEqual([])
})

test('a fault of the program is no answer', async () => {
  const txHash = await pay()
  const fails = () => Promise.reject(new RangeError('a fault'))
  const broken: Partial<ChainReader>[] = [{ lookUpPayment: fails }, { blockAt: fails }]
  for (const methods of broken)
    await expect(claim(txHash, [{ ...chain.reader, ...methods }])).rejects.toThrow('a fault')
})

test('a claim about what no node knows, and one that no node answers', async () => {
  expect(await claim(`0x${'ab'.repeat(32)}`)).toBe('not_found')
  expect(await claim(await pay(), [])).toBe('unanswered')
  expect(await stored()).toEqual([])
})
