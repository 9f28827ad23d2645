import { beforeEach, expect, test } from 'vitest'
import { ChainError, type ChainReader } from '#server/chain/chain-reader.ts'
import { createSimChain, type SimChain } from '#server/demo/sim-chain.ts'
import { readFrozenExposure } from '#server/diagnostics/frozen-exposure.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { createLog } from '#server/runtime/log.ts'
import { atoms } from '#shared/money.ts'
import { insertCursor, insertTransfer } from '#test/insert-transfer.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { placeOrder } from '#test/order-fixture.ts'
import { ask, readRefund } from '#test/refund-fixture.ts'
import { createFreezeChecks, type FreezeChecks } from './freeze-checks.ts'
import { quoteRefund } from './quote-refund.ts'
import { useOrders } from '#test/use-orders.ts'

const BUYERS = '0x52908400098527886E0F7030069857D2E4169EE7'
const DAY_S = 24 * 3600
const database = useTestDatabase()
const { time, deps } = useOrders(database)
let sim: SimChain
let isDown: boolean
let checks: FreezeChecks
beforeEach(async () => {
  for (const table of ['alerts', 'sim_frozen', 'sim_transactions', 'sim_blocks'] as const) {
    await database.db.deleteFrom(table).execute()
  }
  sim = createSimChain({ db: database.db, chain: 'ethereum', clock: time.clock })
  isDown = false
  checks = createFreezeChecks({
    ...deps,
    readers: [failing(sim.reader)],
    log: createLog({ level: 'silent' }),
  })
})

/** The simulated chain's reader, whose node does not answer while `isDown`. */
function failing(reader: ChainReader): ChainReader {
  const isFrozen: ChainReader['isFrozen'] = async (address, asset) => {
    if (isDown) throw new ChainError('ethereum', 'down', 'no answer')
    return reader.isFrozen(address, asset)
  }
  return { ...reader, isFrozen }
}

/** An order paid in USDT on Ethereum and confirmed. */
async function placeTokenOrder(): Promise<PaymentRecord> {
  const order = await placeOrder(deps, { cryptoType: 'usdt', cryptoNetwork: 'erc20', walletAddress: BUYERS })
  const { payment_address: address, due_atoms: due } = order
  const { txHash } = await sim.pay({ address, asset: 'USDT', atoms: atoms(due), isGenuine: true })
  await sim.mine(40)
  const { height } = await sim.reader.head()
  await insertCursor(database.db, { chain: 'ethereum', height, at: time.clock() })
  const block = { block_height: 1, block_hash: 'block 1', block_at: time.clock() }
  const sent = { chain: 'ethereum', asset: 'USDT', atoms: due, tx_hash: txHash, seen_at: time.clock() }
  await insertTransfer(database.db, { payment_id: order.id, address, ...sent, ...block })
  await settlePayment(deps, order.id)
  return order
}

async function askedId(order: PaymentRecord, address?: string): Promise<string> {
  const asked = await ask(deps, order.id, { address })
  if (asked.kind === 'refused') throw new Error(asked.message)
  return asked.refunds[0]?.id ?? ''
}

async function quoteAfterCheck(id: string) {
  await checks.checkRefund(id)
  return database.db.transaction().execute((tx) => quoteRefund(tx, id, deps.policy, time.clock()))
}

const openAlerts = () =>
  database.db.selectFrom('alerts').select(['kind', 'subject']).where('closed_at', 'is', null).execute()

test('a refund to an address that the issuer has frozen is not quoted', async () => {
  const id = await askedId(await placeTokenOrder())
  await sim.setFrozen(BUYERS, 'USDT', true)
  expect(await quoteAfterCheck(id)).toMatchObject({ code: 'REFUND_ADDRESS_FROZEN' })
  expect((await readRefund(database.db, id)).freeze_state).toBe('frozen')
  await sim.setFrozen(BUYERS, 'USDT', false)
  expect(await quoteAfterCheck(id)).toMatchObject({ kind: 'quoted' })
})

test('a refund request to a frozen address asks for another one, which is accepted', async () => {
  const order = await placeTokenOrder()
  await sim.setFrozen(BUYERS, 'USDT', true)
  const freeze = await checks.stateOfRefundAddress(order, undefined)
  expect(await ask(deps, order.id, { askedBy: 'buyer', freeze })).toMatchObject({
    code: 'REFUND_ADDRESS_FROZEN',
  })
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  const asked = await ask(deps, order.id, {
    askedBy: 'buyer',
    address: other,
    freeze: await checks.stateOfRefundAddress(order, other),
  })
  expect(asked.kind).toBe('asked')
})

test('a node that does not answer is reported as unknown, and blocks no refund', async () => {
  const order = await placeTokenOrder()
  const id = await askedId(order)
  isDown = true
  expect(await quoteAfterCheck(id)).toMatchObject({ kind: 'quoted', refund: { freeze_state: 'unknown' } })
  await checks.checkUnswept()
  expect(await readFrozenExposure(database.db)).toEqual([
    { chain: 'ethereum', asset: 'USDT', amount: '0', addresses: 0, unknown: 1, orders: [] },
  ])
  isDown = false
  time.pass(3601)
  await checks.checkUnswept()
  expect(await readFrozenExposure(database.db)).toEqual([])
})

test('what lies on a frozen address of the shop is reported, with an alert that names the order', async () => {
  const order = await placeTokenOrder()
  await checks.checkUnswept()
  expect([await readFrozenExposure(database.db), await openAlerts()]).toEqual([[], []])
  await sim.setFrozen(order.payment_address, 'USDT', true)
  await checks.checkUnswept()
  expect(await openAlerts()).toEqual([])
  time.pass(DAY_S + 1)
  await checks.checkUnswept()
  expect(await readFrozenExposure(database.db)).toEqual([
    { chain: 'ethereum', asset: 'USDT', amount: '63.99', addresses: 1, unknown: 0, orders: [order.id] },
  ])
  expect(await openAlerts()).toEqual([{ kind: 'issuer-freeze', subject: order.id }])
  await sim.setFrozen(order.payment_address, 'USDT', false)
  time.pass(DAY_S + 1)
  await checks.checkUnswept()
  expect([await readFrozenExposure(database.db), await openAlerts()]).toEqual([[], []])
})
