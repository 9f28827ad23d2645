import { createHash } from 'node:crypto'
import { issuePass } from '#server/captcha/passes.ts'
import { DEMO_XPUBS } from '#server/chain/addresses/demo-xpubs.ts'
import { parseXpub, type Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { createPayment } from '#server/payments/create-payment.ts'
import { centsToNumber, cents } from '#shared/money.ts'
import { CHAIN_TABLE, type Wallet } from '#shared/chains.ts'
import { NETWORKS, railOf, RAILS, type NetworkId } from '#shared/rails.ts'
import { testEditions } from '#test/editions.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import { wireAddress } from './addresses.ts'
import type { ChainModel, ModelPay, ModelTx } from './chain-model.ts'
import type { EventContext, EventHandler } from './events.ts'
import { chainOf, type ShopProcess } from './shop-process.ts'
import type { EventKind } from './scenarios.ts'
import type { World, WorldOrder } from './world.ts'

const UNIT_CENTS = 63_99
const SECRET = Buffer.alloc(32, 7)

const xpubs = new Map<Wallet, Xpub>()

/** The extended public key of a wallet. */
export function xpubOf(wallet: Wallet): Xpub {
  const known = xpubs.get(wallet)
  if (known !== undefined) return known
  const parsed = parseXpub(DEMO_XPUBS[wallet], { wallet, bitcoinNetwork: 'regtest' })
  if (parsed.kind !== 'xpub') throw new Error(parsed.message)
  xpubs.set(wallet, parsed.xpub)
  return parsed.xpub
}

interface Wish {
  readonly key: string
  readonly network: NetworkId
  readonly quantity: number
  readonly buyer: string
}

const wishes = new WeakMap<World, Map<number, Wish>>()

function wishesOf(world: World): Map<number, Wish> {
  const known = wishes.get(world)
  if (known !== undefined) return known
  const made = new Map<number, Wish>()
  wishes.set(world, made)
  return made
}

async function submit(world: World, process: ShopProcess, wish: Wish, eventId: number): Promise<string> {
  const rail = railOf(wish.network)
  const creation = await createPayment(
    {
      db: process.db,
      clock: world.clock,
      limits: process.limits,
      policy: process.policy,
      editions: testEditions(world.setup.stock),
      wallets: { bitcoin: xpubOf('bitcoin'), evm: xpubOf('evm'), tron: xpubOf('tron') },
      bitcoinNetwork: 'regtest',
      windowS: 900,
      secret: SECRET,
      railStates: () =>
        Promise.resolve(
          NETWORKS.map((network) => ({ network, available: true, reason: null, simulated: false })),
        ),
    },
    {
      userEmail: `${wish.buyer}@example.com`,
      steamId: wish.buyer,
      walletAddress: refundAddressOf(wish.network),
      edition: 'standard',
      cryptoType: rail.coin,
      cryptoNetwork: wish.network,
      totalPrice: centsToNumber(cents(UNIT_CENTS * wish.quantity)),
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
  if (!world.orders.has(eventId)) {
    world.tally.orders += 1
    world.orders.set(eventId, {
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

function alive({ world, stream }: Pick<EventContext, 'world' | 'stream'>): ShopProcess {
  return stream.pick(world.processes)
}

const order: EventHandler = (context) => {
  const { world, event, stream } = context
  const rails = RAILS.filter((rail) => world.chains.has(rail.chain))
  const wish: Wish = {
    key: createHash('sha256')
      .update(`${world.setup.seed} ${String(event.id)}`)
      .digest('hex')
      .slice(0, 32),
    network: stream.pick(rails).network,
    quantity: stream.weighted<number>([
      [stream.between(1, 3), 6],
      [stream.between(4, 12), 2],
      [stream.between(13, 30), 1],
      [100, 0.3],
    ]),
    buyer: `buyer${String(stream.between(1, 12))}`,
  }
  wishesOf(world).set(event.id, wish)
  const process = alive(context)
  process.spawn(`order ${String(event.id)}`, () => submit(world, process, wish, event.id))
  return `${wish.network} x${String(wish.quantity)}`
}

const retryOrder: EventHandler = (context) => {
  const { world, event } = context
  const wish = event.order === null ? undefined : wishesOf(world).get(event.order)
  if (wish === undefined || event.order === null) return null
  const id = event.order
  const process = alive(context)
  process.spawn(`order ${String(id)} again`, () => submit(world, process, wish, id))
  return `order ${String(id)}`
}

function orderOf({ world, event }: EventContext): WorldOrder | null {
  return event.order === null ? null : (world.orders.get(event.order) ?? null)
}

/** A stranger's address on a chain. */
export function strangerOn(chain: ChainModel): string {
  return chain.id === 'bitcoin'
    ? `stranger ${chain.freshId().slice(0, 12)}`
    : `0x${chain.freshId().slice(0, 40)}`
}

/** A transaction as a wallet sends it, with an input of its own on chains that have inputs. */
export function makeTx(
  { model, coin }: { readonly model: ChainModel; readonly coin: string },
  pays: readonly ModelPay[],
  sentAtMs: number,
  inputs?: readonly string[],
): ModelTx {
  const hasInputs = model.id === 'bitcoin'
  return {
    id: model.freshId(),
    inputs: inputs ?? (hasInputs ? [`${model.freshId()}:0`] : []),
    pays,
    fee: coin === 'BTC' ? 0n : 21_000n * 10n,
    hasFailed: false,
    sentAtMs,
  }
}

const pay: EventHandler = (context) => {
  const { world, stream } = context
  const paid = orderOf(context)
  if (paid === null) return null
  const chain = chainOf(world, paid.chain)
  const percent = stream.weighted<number>([
    [100_00, 10],
    [99_60, 1],
    [50_00, 2],
    [150_00, 1],
    [stream.between(1, 120_00), 1],
    [10, 1],
    [1000_00, 0.3],
  ])
  const atoms = percent === 100_00 ? paid.due : (paid.due * BigInt(percent)) / 100_00n || 1n
  const isCoin = paid.asset === chain.coin
  const kind = stream.weighted<ModelPay['kind']>([
    ['plain', 12],
    ['inner', isCoin && chain.model.id === 'ethereum' ? 4 : 0],
    ['fake', isCoin ? 0 : 1],
  ])
  const others = chain.tokens.map((token) => token.asset).filter((asset) => asset !== paid.asset)
  const asset =
    kind === 'plain' && others.length > 0 && stream.chance(0.04) ? stream.pick(others) : paid.asset
  const from = strangerOn(chain.model)
  const one: ModelPay = { kind, asset, from, to: paid.wireAddress, atoms }
  const change: ModelPay = {
    kind: 'plain',
    asset: chain.coin,
    from,
    to: strangerOn(chain.model),
    atoms: 1000n,
  }
  const tx = {
    ...makeTx(chain, CHAIN_TABLE[paid.chain].wallet === 'bitcoin' ? [change, one] : [one], world.nowMs),
    hasFailed: CHAIN_TABLE[paid.chain].wallet !== 'bitcoin' && stream.chance(0.03),
  }
  chain.model.send(tx)
  paid.sent.push(tx)
  if (paid.chain === 'bitcoin' && stream.chance(0.25)) chain.stuck.add(tx.id)
  return `${paid.network} ${kind} ${asset} ${String(percent / 100)} %${tx.hasFailed ? ', fails' : ''}`
}

function unconfirmedOf(context: EventContext): { readonly order: WorldOrder; readonly tx: ModelTx } | null {
  const found = orderOf(context)
  if (found === null) return null
  const pool = chainOf(context.world, found.chain).model.mempool()
  const tx = [...found.sent].reverse().find((one) => pool.includes(one))
  return tx === undefined ? null : { order: found, tx }
}

const replace: EventHandler = (context) => {
  const { world, stream } = context
  const found = unconfirmedOf(context)
  if (found === null) return null
  const chain = chainOf(world, found.order.chain)
  const paysUs = stream.chance(0.4)
  const to = paysUs ? found.order.wireAddress : strangerOn(chain.model)
  const atoms = stream.chance(0.6) ? found.order.due : found.order.due / 3n
  const asset = paysUs ? found.order.asset : chain.coin
  const tx = makeTx(
    chain,
    [{ kind: 'plain', asset, from: strangerOn(chain.model), to, atoms }],
    world.nowMs,
    found.tx.inputs,
  )
  chain.model.drop(found.tx.id)
  chain.model.send(tx)
  if (paysUs) found.order.sent.push(tx)
  return paysUs ? 'pays the order' : 'pays a stranger'
}

const drop: EventHandler = (context) => {
  const found = unconfirmedOf(context)
  if (found === null) return null
  chainOf(context.world, found.order.chain).model.drop(found.tx.id)
  return 'left the mempool'
}

const resend: EventHandler = (context) => {
  const { world } = context
  const found = orderOf(context)
  if (found === null) return null
  const { model, stuck } = chainOf(world, found.chain)
  const isSpent = (input: string) => spends(model, input)
  const tx = found.sent.find(
    (one) => model.blockOf(one.id) === null && !model.mempool().includes(one) && !one.inputs.some(isSpent),
  )
  if (tx === undefined) return null
  stuck.delete(tx.id)
  model.send(tx)
  return 'sent again'
}

function spends(model: ChainModel, input: string): boolean {
  for (let block: ReturnType<ChainModel['byHash']> = model.tip(); block !== null; block = block.parent)
    if (block.txs.some((tx) => tx.inputs.includes(input))) return true
  return model.mempool().some((tx) => tx.inputs.includes(input))
}

export const buyerEvents = {
  order,
  'retry order': retryOrder,
  pay,
  replace,
  drop,
  resend,
} satisfies Partial<Record<EventKind, EventHandler>>
