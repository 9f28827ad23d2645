import { USD } from '#shared/currency.ts'
import { networksAll } from '#shared/address-form.ts'
import { createHash } from 'node:crypto'
import { issuePass } from '#server/captcha/passes.ts'
import { createPayment } from '#server/payments/create-payment.ts'
import { findOpenRecovery } from '#server/recovery/recoveries.ts'
import type { RailState } from '#shared/api.ts'
import { centsToNumber, cents } from '#shared/money.ts'
import { NETWORKS, railOf, RAILS, type NetworkId } from '#shared/rails.ts'
import { testEditions } from '#test/editions.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import { wireAddress } from './addresses.ts'
import type { EventContext, EventHandler } from './events.ts'
import { tellAddress } from './judge-mails.ts'
import { isExplained, type ShopProcess } from './shop-process.ts'
import type { EventKind } from './scenarios.ts'
import type { World, WorldOrder } from './world.ts'
import { xpubOf } from './xpubs.ts'

const UNIT_CENTS = 63_99
const SECRET = Buffer.alloc(32, 7)

interface Wish {
  readonly key: string
  readonly network: NetworkId
  readonly quantity: number
  readonly buyer: string
}

/** What was asked for, by the number of the order. */
const wishes = new WeakMap<World, Map<number, Wish>>()

function wishesOf(world: World): Map<number, Wish> {
  const known = wishes.get(world)
  if (known !== undefined) return known
  const made = new Map<number, Wish>()
  wishes.set(world, made)
  return made
}

/** Every rail is open, unless the database lacks orders. */
async function readStates({ db }: ShopProcess): Promise<readonly RailState[]> {
  const isRestored = (await findOpenRecovery(db)) !== null
  return NETWORKS.map((network) =>
    isRestored
      ? { network, available: false, reason: 'restored', simulated: false }
      : { network, available: true, reason: null, simulated: false },
  )
}

async function submit(world: World, process: ShopProcess, wish: Wish, number: number): Promise<string> {
  const rail = railOf(wish.network)
  const creation = await createPayment(
    {
      db: process.db,
      clock: world.clock,
      limits: process.limits,
      policy: process.policy,
      onSale: () => testEditions(world.setup.stock),
      wallets: {
        bitcoin: xpubOf('bitcoin'),
        litecoin: xpubOf('litecoin'),
        evm: xpubOf('evm'),
        tron: xpubOf('tron'),
      },
      outputNetworks: networksAll('regtest'),
      windowS: 900,
      secret: SECRET,
      // an order that finds none is refused at once, since waiting goes by the real clock
      addresses: { run: (_needed, transaction) => transaction() },
      railStates: () => readStates(process),
    },
    {
      userEmail: `${wish.buyer}@example.com`,
      steamId: wish.buyer,
      walletAddress: refundAddressOf(wish.network),
      edition: 'standard',
      cryptoType: rail.coin,
      cryptoNetwork: wish.network,
      totalPrice: centsToNumber(cents(UNIT_CENTS * wish.quantity), USD),
      quantity: wish.quantity,
    },
    {
      client: '192.0.2.1',
      language: 'en',
      pass: await issuePass(process.db, world.clock()),
      idempotencyKey: wish.key,
    },
  )
  if (creation.kind === 'refused') return `refused ${creation.code}`
  const { record } = creation
  const { chain, asset } = rail
  await process.guard.mark.save()
  tellAddress(world, record.payment_address, record.id)
  if (!world.orders.has(number)) {
    world.tally.orders += 1
    world.orders.set(number, {
      id: record.id,
      network: wish.network,
      chain,
      asset,
      address: record.payment_address,
      wireAddress: wireAddress(chain, record.payment_address),
      due: record.due_atoms,
      priceCents: UNIT_CENTS * wish.quantity,
      quantity: wish.quantity,
      createdAtMs: record.created_at.getTime(),
      expiresAtMs: record.expires_at.getTime(),
      rateE8: record.rate_e8,
      sent: [],
    })
  }
  return `${creation.kind} index ${String(record.derivation_index)}`
}

function wishOf({ world, stream }: EventContext, number: number, quantity: number): Wish {
  const rails = RAILS.filter((rail) => world.chains.has(rail.chain))
  const wish: Wish = {
    key: createHash('sha256')
      .update(`${world.setup.seed} ${String(number)}`)
      .digest('hex')
      .slice(0, 32),
    network: stream.pick(rails).network,
    quantity,
    buyer: `buyer${String(stream.between(1, 12))}`,
  }
  wishesOf(world).set(number, wish)
  return wish
}

const order: EventHandler = (context) => {
  const { stream } = context
  const quantity = stream.weighted<number>([
    [stream.between(1, 3), 6],
    [stream.between(4, 12), 2],
    [stream.between(13, 30), 1],
    [100, 0.3],
  ])
  return orderCopies(context, quantity)
}

/** So many copies that two nodes must agree about the money. */
const bigOrder: EventHandler = (context) => orderCopies(context, context.stream.between(24, 60))

function orderCopies(context: EventContext, quantity: number): string | null {
  const { world, event, stream } = context
  if (world.isRecovering) return null
  const wish = wishOf(context, event.id, quantity)
  const process = stream.pick(world.processes)
  process.spawn(`order ${String(event.id)}`, () => submit(world, process, wish, event.id))
  return `${wish.network} x${String(wish.quantity)}`
}

/** Several buyers order one or two copies each, one after the other or at once. */
const manyOrders: EventHandler = (context) => {
  const { world, event, stream } = context
  if (world.isRecovering) return null
  const all = Array.from({ length: event.orders }, (_, at) => {
    const number = numberOf(event.id, at)
    return { number, wish: wishOf(context, number, stream.between(1, 2)) }
  })
  // what one buyer does after another ends with their process, so that no lane is long
  const lanes = Math.ceil(all.length / LANE_MOST)
  for (let lane = 0; lane < lanes; lane += 1) {
    const process = stream.pick(world.processes)
    process.spawn(`orders ${String(event.id)} lane ${String(lane)}`, async () => {
      const results: string[] = []
      for (const { number, wish } of all.filter((_, at) => at % lanes === lane))
        results.push(await submit(world, process, wish, number).catch(giveUp))
      return `${String(results.filter((one) => one.startsWith('c')).length)} made`
    })
  }
  world.batches.set(
    event.id,
    all.map(({ number }) => number),
  )
  return `${String(all.length)} in ${String(lanes)}`
}

/** The next buyer tries all the same. */
function giveUp(error: unknown): string {
  if (isExplained(error)) return 'failed'
  throw error
}

const EVENTS_MOST = 100_000
const LANE_MOST = 12

/** The number of an order that an event makes beside others. */
function numberOf(eventId: number, at: number): number {
  return at === 0 ? eventId : at * EVENTS_MOST + eventId
}

const retryOrder: EventHandler = (context) => {
  const { world, event, stream } = context
  const wish = event.order === null ? undefined : wishesOf(world).get(event.order)
  if (wish === undefined || event.order === null || world.isRecovering) return null
  const id = event.order
  const process = stream.pick(world.processes)
  process.spawn(`order ${String(id)} again`, () => submit(world, process, wish, id))
  return `order ${String(id)}`
}

/** The order that an event is about; of several that one event made, one by chance. */
export function orderOf({ world, event, stream }: EventContext): WorldOrder | null {
  if (event.order === null) return null
  const batch = world.batches.get(event.order)
  return world.orders.get(batch === undefined ? event.order : stream.pick(batch)) ?? null
}

export const orderEvents = {
  order,
  'big order': bigOrder,
  'many orders': manyOrders,
  'retry order': retryOrder,
} satisfies Partial<Record<EventKind, EventHandler>>
