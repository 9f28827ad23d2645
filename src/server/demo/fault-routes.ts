import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { CallError, type App } from '#server/http/app.ts'
import { Done } from '#shared/api.ts'
import { PAYMENT_WINDOW_S } from '#shared/constants.ts'
import type { ChainId } from '#shared/chains.ts'
import {
  DemoClockRequest,
  DemoFaultRequest,
  DemoFreezeRequest,
  DemoMailRequest,
  DemoRecoverRequest,
  DemoStateReply,
  DemoUnconfirmedRequest,
  WalletPayReply,
  type DemoMoment,
} from '#shared/demo-wallet-api.ts'
import { atoms } from '#shared/money.ts'
import { railOf, type Rail } from '#shared/rails.ts'
import type { DemoClock } from './demo-clock.ts'
import type { DemoFaults } from './demo-faults.ts'
import type { SimChain } from './sim-chain.ts'
import { railOfOrder } from './wallet-transfer.ts'

interface FaultRoutesDeps {
  readonly db: Db
  readonly demoClock: DemoClock
  readonly faults: DemoFaults
  readonly releaseAt: () => Date
  readonly simChains: ReadonlyMap<ChainId, SimChain>
  /** Makes the shop poll a chain at once. */
  readonly nudge: (chain: ChainId) => Promise<void>
}

const DAY_S = 24 * 3600

/** Routes by which visitors of a demo cause the faults that a shop must stand, and move its clock forward. */
export function demoFaultRoutes(app: App, deps: FaultRoutesDeps): void {
  stateRoutes(app, deps)
  chainFaultRoutes(app, deps)
  moneyFaultRoutes(app, deps)
}

function stateRoutes(
  app: App,
  { db, demoClock, faults, releaseAt, simChains, nudge }: FaultRoutesDeps,
): void {
  const { clock } = demoClock
  app.get('/demo/wallet/state', { schema: { response: { 200: DemoStateReply } } }, () => ({
    now: clock().toISOString(),
    releaseAt: releaseAt().toISOString(),
    faults: [...simChains.keys()].flatMap((chain) => {
      const fault = faults.of(chain)
      return fault === null ? [] : [{ chain, fault }]
    }),
    isMailStopped: faults.isMailStopped(),
  }))

  app.post(
    '/demo/wallet/clock',
    { schema: { body: DemoClockRequest, response: { 200: Done } } },
    async ({ body: { to } }) => {
      await demoClock.pass(secondsUntil(to, clock(), releaseAt()))
      for (const [chain, sim] of simChains) {
        // the next block carries the new time
        await sim.tick()
        await nudge(chain)
      }
      return { success: true as const }
    },
  )

  app.post(
    '/demo/wallet/recover',
    { schema: { body: DemoRecoverRequest, response: { 200: Done } } },
    async () => {
      for (const chain of simChains.keys()) faults.set(chain, null)
      faults.stopMail(false)
      await db.deleteFrom('sim_frozen').execute()
      for (const chain of simChains.keys()) await nudge(chain)
      return { success: true as const }
    },
  )

  app.post(
    '/demo/wallet/mail',
    { schema: { body: DemoMailRequest, response: { 200: Done } } },
    ({ body: { isStopped } }) => {
      faults.stopMail(isStopped)
      return { success: true as const }
    },
  )
}

function secondsUntil(to: DemoMoment, now: Date, releaseAt: Date): number {
  const seconds: Readonly<Record<DemoMoment, number>> = {
    window: PAYMENT_WINDOW_S,
    day: DAY_S,
    release: Math.max(0, (releaseAt.getTime() - now.getTime()) / 1000),
    fortnight: 14 * DAY_S,
  }
  return seconds[to]
}

function chainFaultRoutes(app: App, { simChains, faults, nudge }: FaultRoutesDeps): void {
  app.post(
    '/demo/wallet/fault',
    { schema: { body: DemoFaultRequest, response: { 200: Done } } },
    async ({ body: { network, fault } }) => {
      const { chain } = simulated(simChains, railOf(network))
      faults.set(chain, fault)
      await nudge(chain)
      return { success: true as const }
    },
  )
}

function moneyFaultRoutes(app: App, { db, simChains, faults, nudge }: FaultRoutesDeps): void {
  app.post(
    '/demo/wallet/invent',
    { schema: { body: DemoUnconfirmedRequest.pick({ paymentId: true }), response: { 200: WalletPayReply } } },
    async ({ body: { paymentId } }) => {
      const { order, rail, sim } = await readTarget(db, simChains, paymentId)
      const payment = { address: order.payment_address, asset: rail.asset, atoms: atoms(order.due_atoms) }
      faults.noteInvented(sim.chain)
      const { txHash } = await sim.pay({ ...payment, isGenuine: true, isInvented: true })
      await nudge(sim.chain)
      return { txHash }
    },
  )

  app.post(
    '/demo/wallet/unconfirmed',
    { schema: { body: DemoUnconfirmedRequest, response: { 200: Done } } },
    async ({ body: { paymentId, as } }) => {
      const { order, sim } = await readTarget(db, simChains, paymentId)
      const removed = await db
        .deleteFrom('sim_transactions')
        .where('chain', '=', sim.chain)
        .where('address', '=', order.payment_address)
        .where('block_height', 'is', null)
        .returningAll()
        .execute()
      const [first] = removed
      if (first === undefined) {
        throw new CallError(409, 'BAD_REQUEST', 'There is no unconfirmed payment. Stop new blocks, then pay.')
      }
      if (as === 'replaced') {
        const { asset, inputs } = first
        await sim.pay({ address: 'somebody-else', asset, atoms: atoms(first.atoms), isGenuine: true, inputs })
      }
      await nudge(sim.chain)
      return { success: true as const }
    },
  )

  app.post(
    '/demo/wallet/freeze',
    { schema: { body: DemoFreezeRequest, response: { 200: Done } } },
    async ({ body: { paymentId, which } }) => {
      const { order, rail, sim } = await readTarget(db, simChains, paymentId)
      const address = which === 'payment' ? order.payment_address : order.wallet_address
      if (address !== null) await sim.setFrozen(address, rail.asset, true)
      // asked about again, instead of within a day
      await sql`update freeze_checks set checked_at = '-infinity' where address = ${address}`.execute(db)
      return { success: true as const }
    },
  )
}

async function readTarget(db: Db, simChains: FaultRoutesDeps['simChains'], paymentId: string) {
  const order = await db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirst()
  if (order === undefined) throw new CallError(404, 'PAYMENT_NOT_FOUND', 'There is no payment with this id.')
  const rail = railOfOrder(order)
  return { order, rail, sim: simulated(simChains, rail) }
}

function simulated(simChains: FaultRoutesDeps['simChains'], { chain }: Rail): SimChain {
  const sim = simChains.get(chain)
  if (sim !== undefined) return sim
  throw new CallError(
    409,
    'RAIL_UNAVAILABLE',
    `${chain} is a real network here: this page moves simulated chains only.`,
  )
}
