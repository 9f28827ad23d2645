import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChainReader, FoundTransfer } from '#server/chain/chain-reader.ts'
import type { App } from '#server/http/app.ts'
import type { ChainId } from '#shared/chains.ts'
import { atoms } from '#shared/money.ts'
import { appWith } from '#test/app-with.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { testClock } from '#test/test-clock.ts'
import { openDemoClock, type DemoClock } from './demo-clock.ts'
import { faultySimChain, openDemoFaults, type DemoFaults } from './demo-faults.ts'
import { demoFaultRoutes } from './fault-routes.ts'
import { createSimChain, type SimChain } from './sim-chain.ts'

const database = useTestDatabase({ isFreshPerTest: true })
let app: App
let demoClock: DemoClock
let faults: DemoFaults
let bitcoin: SimChain
let ethereum: SimChain
const time = testClock('2025-10-01T12:00:00Z')
beforeEach(async () => {
  const { db } = database
  demoClock = await openDemoClock(db, time.clock)
  faults = await openDemoFaults(db)
  const open = (chain: ChainId) =>
    faultySimChain(createSimChain({ db, chain, clock: demoClock.clock }), faults, db)
  ;[bitcoin, ethereum] = [open('bitcoin'), open('ethereum')]
  const simChains = new Map([bitcoin, ethereum].map((sim) => [sim.chain, sim]))
  await bitcoin.mine(20)
  await ethereum.mine(20)
  app = await appWith((routes) => {
    demoFaultRoutes(routes, {
      db,
      demoClock,
      faults,
      releaseAt: () => new Date('2025-10-18T23:59:59Z'),
      simChains,
      nudge: () => Promise.resolve(),
    })
  })
})
afterEach(() => app.close())

const post = (path: string, payload: object) =>
  app.inject({ method: 'POST', url: `/demo/wallet/${path}`, payload })
const state = async () => (await app.inject({ url: '/demo/wallet/state' })).json<Record<string, unknown>>()
const order = (network: 'bitcoin' | 'erc20') =>
  insertPayment(database.db, {
    crypto_type: network === 'bitcoin' ? 'bitcoin' : 'usdt',
    crypto_network: network,
    wallet: network === 'bitcoin' ? 'bitcoin' : 'evm',
    due_atoms: 63_990_000n,
  })

async function seenOn({ reader }: SimChain): Promise<readonly FoundTransfer[]> {
  const everything = {
    few: () => Promise.resolve(null),
    among: (addresses: readonly string[]) => Promise.resolve(new Set(addresses)),
  }
  const { height } = await reader.head()
  return (await reader.scan(0, height, everything)).transfers
}

test('the clock moves forward by each step, with the blocks, and stays ahead after a restart', async () => {
  await post('clock', { to: 'window' })
  expect(demoClock.clock()).toEqual(new Date('2025-10-01T12:15:00Z'))
  expect((await bitcoin.reader.head()).at).toEqual(demoClock.clock())
  await post('clock', { to: 'day' })
  await post('clock', { to: 'release' })
  expect(demoClock.clock()).toEqual(new Date('2025-10-18T23:59:59Z'))
  await post('clock', { to: 'release' })
  await post('clock', { to: 'fortnight' })
  const at = new Date('2025-11-01T23:59:59Z')
  expect(await state()).toMatchObject({ now: at.toISOString() })
  expect((await openDemoClock(database.db, time.clock)).clock()).toEqual(at)
})

test.each(['silent', 'errors'] as const)('a node that is %s fails until it recovers', async (fault) => {
  await post('fault', { network: 'erc20', fault })
  await expect(ethereum.reader.head()).rejects.toMatchObject({ name: 'ChainError', kind: 'down' })
  expect((await bitcoin.reader.head()).height).toBe(19)
  expect(await state()).toMatchObject({ faults: [{ chain: 'ethereum', fault }] })
  await post('recover', {})
  expect((await ethereum.reader.head()).height).toBe(19)
})

test('a node lags, hides one payment once, and blocks stop', async () => {
  await post('fault', { network: 'erc20', fault: 'lags' })
  expect([(await ethereum.reader.head()).height, await ethereum.reader.blockAt(15)]).toEqual([9, null])
  await post('fault', { network: 'erc20', fault: 'hides_logs' })
  await ethereum.pay({ address: 'ours', asset: 'USDT', atoms: atoms(5n), isGenuine: true })
  await ethereum.mine(1)
  expect(await seenOn(ethereum)).toHaveLength(0)
  expect(await seenOn(ethereum)).toHaveLength(1)
  await post('fault', { network: 'bitcoin', fault: 'no_blocks' })
  await bitcoin.tick()
  expect((await bitcoin.reader.head()).height).toBe(19)
})

test('a payment that a node invents is denied by the second one', async () => {
  const paymentId = await order('erc20')
  expect(ethereum.reader.endpointCount).toBe(1)
  expect((await post('invent', { paymentId })).statusCode).toBe(200)
  await ethereum.pay({ address: 'ours', asset: 'USDT', atoms: atoms(5n), isGenuine: true })
  await ethereum.mine(1)
  expect(ethereum.reader.endpointCount).toBe(2)
  const seen = await seenOn(ethereum)
  const answers = await ethereum.reader.attest(seen)
  const says = seen.map(({ atoms: amount }, at) => [amount, answers[at]?.map((one) => one.says)])
  expect(says).toEqual(
    expect.arrayContaining([
      [63_990_000n, ['agrees', 'disagrees']],
      [5n, ['agrees', 'agrees']],
    ]),
  )
})

test.each(['replaced', 'dropped'] as const)('an unconfirmed payment is %s', async (as) => {
  const paymentId = await order('bitcoin')
  expect((await post('unconfirmed', { paymentId, as })).statusCode).toBe(409)
  const { payment_address: address } = await database.db
    .selectFrom('payments')
    .select('payment_address')
    .executeTakeFirstOrThrow()
  const { txHash } = await bitcoin.pay({ address, asset: 'BTC', atoms: atoms(9n), isGenuine: true })
  const { inputs } = await database.db
    .selectFrom('sim_transactions')
    .select('inputs')
    .executeTakeFirstOrThrow()
  expect((await post('unconfirmed', { paymentId, as })).statusCode).toBe(200)
  expect(await bitcoin.sentTo(address, 'BTC')).toBe(0n)
  const isReplaced: ChainReader['isReplaced'] = bitcoin.reader.isReplaced
  expect(await isReplaced(txHash, inputs)).toBe(as === 'replaced')
})

test('an issuer freezes an address, the mail server stops, and both recover', async () => {
  const paymentId = await order('erc20')
  const { payment_address: address } = await database.db
    .selectFrom('payments')
    .select('payment_address')
    .executeTakeFirstOrThrow()
  await post('freeze', { paymentId, which: 'payment' })
  await post('mail', { isStopped: true })
  expect([await ethereum.reader.isFrozen(address, 'USDT'), faults.isMailStopped()]).toEqual([true, true])
  await post('recover', {})
  expect([await ethereum.reader.isFrozen(address, 'USDT'), faults.isMailStopped()]).toEqual([false, false])
})
