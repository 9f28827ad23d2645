import { EDITION_IDS } from '#test/editions.ts'
import { fillAddressPool } from '#server/address-pool/fill-address-pool.ts'
import { claimPayment } from '#server/chain-watcher/claim-payment.ts'
import { acceptPayment } from '#server/payments/accept-payment.ts'
import { findPayment } from '#server/payments/open-order.ts'
import { importKeys } from '#server/keys/import-keys.ts'
import { deliverOrder, fillWaitingOrders } from '#server/payments/deliver-order.ts'
import { eraseUnpaid } from '#server/privacy/erase-unpaid.ts'
import { quoteRefund } from '#server/refunds/quote-refund.ts'
import { recordRefund } from '#server/refunds/record-refund.ts'
import { requestRefund } from '#server/refunds/request-refund.ts'
import { withdrawRefund } from '#server/refunds/record-refund.ts'
import { CHAIN_TABLE, type ChainId } from '#shared/chains.ts'
import { wireAddress } from './addresses.ts'
import { makeTx, strangerOn } from './buyer-events.ts'
import type { EventContext, EventHandler } from './events.ts'
import { look } from './look.ts'
import { orderOf } from './order-events.ts'
import { passTime } from './pass-time.ts'
import type { EventKind } from './scenarios.ts'
import { chainOf, type ShopProcess } from './shop-process.ts'
import { leaderOf, type World } from './world.ts'
import { xpubOf } from './xpubs.ts'
import { TEST_CIPHER } from '../installation-secret.ts'
import { networksAll } from '#shared/address-form.ts'

const RECHECK_MS = 3 * 3600_000
const TERMS = {
  releaseAt: () => new Date('2026-03-01T00:00:00Z'),
  outputNetworks: networksAll('regtest'),
} as const

function anyChain({ world, stream }: EventContext): ChainId {
  return stream.pick([...world.chains.keys()])
}

const mine: EventHandler = (context) => {
  const { world, stream } = context
  const { model, stuck } = chainOf(world, anyChain(context))
  const blocks = stream.weighted<number>([
    [1, 6],
    [stream.between(2, 8), 3],
    [stream.between(9, 70), model.id === 'bitcoin' ? 0 : 1],
  ])
  const share = stream.pick([1, 1, 1, 0.5, 0])
  for (let made = 0; made < blocks; made += 1)
    model.mine(world.nowMs, ({ id }) => stream.chance(made === blocks - 1 ? share : 0.2) && !stuck.has(id))
  return `${model.id} ${String(blocks)}`
}

const reorg: EventHandler = (context) => {
  const { world, stream } = context
  const { model } = chainOf(world, anyChain(context))
  const depth = stream.weighted<number>([
    [1, 6],
    [2, 3],
    [stream.between(3, 5), 1],
  ])
  const keeps = stream.pick([0, 0.5, 1])
  const forgets = stream.pick([0, 0, 1])
  model.reorg(
    depth,
    world.nowMs,
    () => stream.chance(keeps),
    () => stream.chance(forgets),
  )
  return `${model.id} ${String(depth)}`
}

/** Blocks after which the median time past is later than all blocks before. */
const BLOCKS_OF_MEDIAN = 6

/** Lets hours or days pass. Mostly Bitcoin's blocks come meanwhile, so that a transaction mined later has a late time. */
async function passLongTime({ world, stream }: EventContext, ms: number): Promise<string> {
  const passed = await passTime(world, ms)
  const model = world.chains.get('bitcoin')?.model
  if (model !== undefined && stream.chance(0.7))
    for (let made = 0; made < BLOCKS_OF_MEDIAN; made += 1) model.mine(world.nowMs, () => false)
  return passed
}

/** The owner moves an order's money on, after sending gas for it. */
const sweep: EventHandler = (context) => {
  const { world } = context
  const order = orderOf(context)
  if (order === null) return null
  const chain = chainOf(world, order.chain)
  const held = chain.model.tip().balances.get(`${order.asset}:${order.wireAddress}`) ?? 0n
  if (order.chain === 'bitcoin' || held === 0n) return null
  const to = strangerOn(chain.model)
  const isCoin = order.asset === chain.coin
  const fee = 210_000n
  if (!isCoin) {
    const gas = { kind: 'plain', asset: chain.coin, from: to, to: order.wireAddress, atoms: fee } as const
    chain.model.send(makeTx(chain, [gas], world.nowMs))
  }
  const atoms = isCoin ? held - fee : held
  if (atoms <= 0n) return null
  const out = { kind: 'plain', asset: order.asset, from: order.wireAddress, to, atoms } as const
  chain.model.send(makeTx(chain, [out], world.nowMs))
  return order.network
}

const askRefund: EventHandler = (context) => {
  const { world, event, stream } = context
  const order = orderOf(context)
  if (order === null) return null
  const process = stream.pick(world.processes)
  const askedBy = stream.chance(0.7) ? 'buyer' : 'staff'
  const quantity = stream.chance(0.4) ? stream.between(1, order.quantity) : undefined
  process.spawn(`ask refund ${String(event.id)}`, async () => {
    const request = {
      orderId: order.id,
      askedBy,
      actorId: null,
      quantity,
      reason: 'changed my mind',
    } as const
    const asked = await process.db
      .transaction()
      .execute((tx) => requestRefund(tx, request, { ...TERMS, policy: process.policy }, world.clock()))
    return asked.kind
  })
  return `${askedBy} asks`
}

/** Quotes a refund, pays it on the chain, and records the payment; sometimes late, twice, or too little. */
const payRefund: EventHandler = (context) => {
  const { world, event, stream } = context
  const order = orderOf(context)
  if (order === null) return null
  const process = stream.pick(world.processes)
  const isShort = stream.chance(0.1)
  process.spawn(`pay refund ${String(event.id)}`, async () => {
    const { db, policy } = process
    const open = await db
      .selectFrom('refunds')
      .select('id')
      .where('payment_id', '=', order.id)
      .where('status', 'in', ['asked', 'mismatch'])
      .orderBy('asked_at')
      .executeTakeFirst()
    if (open === undefined) return 'none'
    const quoted = await db.transaction().execute((tx) => quoteRefund(tx, open.id, policy, world.clock()))
    if (quoted.kind !== 'quoted') return quoted.kind
    const { owed_atoms: owed, chain: id, asset, address } = quoted.refund
    const chain = id === null ? undefined : world.chains.get(id as ChainId)
    if (owed === null || chain === undefined || asset === null || address === null || owed === 0n)
      return 'not payable'
    const atoms = isShort ? owed / 2n + 1n : owed
    const to = wireAddress(chain.model.id, address)
    const tx = makeTx(
      chain,
      [{ kind: 'plain', asset, from: strangerOn(chain.model), to, atoms }],
      world.nowMs,
    )
    const recorded = await db
      .transaction()
      .execute((t) =>
        recordRefund(t, open.id, { txHash: tx.id, actorId: null }, { policy, now: world.clock() }),
      )
    if (recorded.kind === 'recorded') chain.model.send(tx)
    return recorded.kind
  })
  return order.network
}

const withdraw: EventHandler = (context) => {
  const { world, event, stream } = context
  const order = orderOf(context)
  if (order === null) return null
  const process = stream.pick(world.processes)
  process.spawn(`withdraw refund ${String(event.id)}`, async () => {
    const open = await process.db
      .selectFrom('refunds')
      .select('id')
      .where('payment_id', '=', order.id)
      .where('status', '<>', 'withdrawn')
      .executeTakeFirst()
    if (open === undefined) return 'none'
    return (await process.db.transaction().execute((tx) => withdrawRefund(tx, open.id, world.clock()))).kind
  })
  return order.network
}

const accept: EventHandler = (context) => {
  const { world, event, stream } = context
  const order = orderOf(context)
  if (order === null) return null
  const process = stream.pick(world.processes)
  process.spawn(`accept ${String(event.id)}`, async () => {
    const { db, policy } = process
    const deps = { clock: world.clock, policy }
    const accepted = await db.transaction().execute((tx) => acceptPayment(tx, deps, order.id, undefined))
    if ('settled' in accepted && accepted.settled.isDeliverable) await deliverOrder({ db, ...deps }, order.id)
    return accepted.kind
  })
  return order.network
}

/** Staff enter a transaction that is said to have paid an order: its own, another buyer's, or one that does not exist. */
const claim: EventHandler = (context) => {
  const { world, event, stream } = context
  const order = orderOf(context)
  if (order === null) return null
  const process = stream.pick(world.processes)
  const others = [...world.orders.values()].filter(({ chain }) => chain === order.chain)
  const from = stream.chance(0.7) ? order : stream.pick(others)
  const hash = from.sent.at(-1)?.id ?? chainOf(world, order.chain).model.freshId()
  process.spawn(`claim ${String(event.id)}`, async () => {
    const { db, reader } = process
    const record = await findPayment(db, order.id)
    if (record === null) return 'no order'
    const deps = { db, clock: world.clock, readers: [reader(order.chain)] }
    return claimPayment(deps, record, hash, () => Promise.resolve())
  })
  return from === order ? 'its own' : 'of another order'
}

export const importKeysNow: EventHandler = ({ world, event, stream }) => {
  const process = stream.pick(world.processes)
  const count = stream.pick([1, 3, 10, 40])
  const lines = Array.from(
    { length: count },
    (_, at) => `K${String(event.id)}-N${String(at).padStart(4, '0')}`,
  )
  process.spawn(`import ${String(event.id)}`, async () => {
    const editions = { onSale: EDITION_IDS, unnamed: EDITION_IDS[0] ?? null }
    const { added } = await importKeys(process.db, TEST_CIPHER, lines, editions, {
      now: world.clock(),
      mode: 'whole',
    })
    await fillWaitingOrders({ db: process.db, clock: world.clock, policy: process.policy })
    return String(added)
  })
  return String(count)
}

/** Fills the pools of addresses, as the leader does before a rail opens and from then on. */
export function fillPools(world: World, process: ShopProcess): void {
  const chains = [...world.chains.keys()]
  const wallets = new Set(chains.map((chain) => CHAIN_TABLE[chain].wallet))
  let left = wallets.size
  const { restores } = world
  for (const wallet of wallets) {
    const readers = chains.filter((chain) => CHAIN_TABLE[chain].wallet === wallet).map(process.reader)
    const onReserved = async () => {
      await process.guard.refresh(process.db)
      await process.guard.mark.save()
    }
    const deps = { db: process.db, clock: world.clock, xpub: xpubOf(wallet), readers, onReserved }
    const recheckBefore = new Date(world.nowMs - RECHECK_MS)
    process.spawn(`fill addresses of ${wallet}`, async () => {
      const { skipped } = await fillAddressPool(deps, { size: world.setup.addresses, recheckBefore })
      left -= 1
      if (left === 0 && restores === world.restores) world.isRecovering = false
      return `${String(skipped.length)} skipped`
    })
  }
}

function inBackground(
  name: string,
  run: (world: World, process: ShopProcess) => Promise<unknown>,
): EventHandler {
  return ({ world, stream }) => {
    const process = stream.pick(world.processes)
    process.spawn(name, () => run(world, process))
    return process.name
  }
}

export const shopEvents = {
  mine,
  reorg,
  sweep,
  look: (context) => look(context.world, leaderOf(context.world), anyChain(context)),
  // a leader that lost its lock may still be at work beside its successor
  'look twice': (context) => {
    const [one, other] = [
      context.stream.pick(context.world.processes),
      context.stream.pick(context.world.processes),
    ]
    const chain = anyChain(context)
    return [look(context.world, one, chain), look(context.world, other, chain)].join(' and ')
  },
  lead: ({ world }) => leaderOf({ ...world, leader: ++world.leader }).name,
  seconds: ({ world, stream }) => passTime(world, stream.between(1, 60) * 1000),
  minutes: ({ world, stream }) => passTime(world, stream.between(1, 20) * 60_000),
  hours: (context) => passLongTime(context, context.stream.between(1, 30) * 3600_000),
  days: (context) => passLongTime(context, context.stream.between(2, 80) * 24 * 3600_000),
  mails: ({ world, stream }) => {
    const process = stream.pick(world.processes)
    process.senders.wakeUp()
    return process.name
  },
  'import keys': importKeysNow,
  erase: inBackground('erase', (world, { db, log }) => eraseUnpaid(db, world.clock(), { log })),
  'ask refund': askRefund,
  'pay refund': payRefund,
  'withdraw refund': withdraw,
  accept,
  claim,
  'fill addresses': ({ world }) => {
    fillPools(world, leaderOf(world))
    return leaderOf(world).name
  },
} satisfies Partial<Record<EventKind, EventHandler>>
