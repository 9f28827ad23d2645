import { CHAIN_TABLE } from '#shared/chains.ts'
import type { ChainModel, ModelPay, ModelTx } from './chain-model.ts'
import type { EventContext, EventHandler } from './events.ts'
import { orderOf } from './order-events.ts'
import { chainOf } from './shop-process.ts'
import type { EventKind } from './scenarios.ts'
import type { World, WorldOrder } from './world.ts'

/** A stranger's address on a chain. */
export function strangerOn(chain: ChainModel): string {
  return chain.id === 'bitcoin'
    ? `bcrt1q${chain.freshId().slice(0, 38).replaceAll('1', 'q').replaceAll('b', 'z')}`
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

/** Sends what an order costs, in one transfer. */
export function payInFull(world: World, order: WorldOrder): void {
  const chain = chainOf(world, order.chain)
  const from = strangerOn(chain.model)
  const one: ModelPay = { kind: 'plain', asset: order.asset, from, to: order.wireAddress, atoms: order.due }
  const tx = makeTx(chain, [one], world.nowMs)
  chain.model.send(tx)
  order.sent.push(tx)
}

/** Pays most orders that one event made, in one moment. */
const payMany: EventHandler = ({ world, event, stream }) => {
  const numbers = event.order === null ? [] : (world.batches.get(event.order) ?? [event.order])
  const share = stream.pick([0.2, 0.5, 1])
  let paid = 0
  for (const number of numbers) {
    const one = world.orders.get(number)
    if (one === undefined || one.sent.length > 0 || !stream.chance(share)) continue
    payInFull(world, one)
    paid += 1
  }
  return paid === 0 ? null : String(paid)
}

/** Sends one transaction with many tiny outputs to one order, as an attacker does to make its chain slow. */
const dust: EventHandler = (context) => {
  const { world, stream } = context
  const target = orderOf(context)
  if (target?.chain !== 'bitcoin') return null
  const chain = chainOf(world, target.chain)
  const one: ModelPay = {
    kind: 'plain',
    asset: target.asset,
    from: strangerOn(chain.model),
    to: target.wireAddress,
    atoms: target.due / 300n || 1n,
  }
  const outputs = stream.between(30, 310)
  const tx = makeTx(
    chain,
    Array.from({ length: outputs }, () => one),
    world.nowMs,
  )
  chain.model.send(tx)
  target.sent.push(tx)
  return `${String(outputs)} outputs`
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

/**
 * Sends a small part in the window with too low a fee and, once a window is over, replaces such a part by the whole price:
 * the sender would keep the rate without having paid.
 */
const wholeLater: EventHandler = ({ world, stream }) => {
  const open = [...world.orders.values()].filter((one) => one.chain === 'bitcoin')
  const small = open.flatMap((order) => {
    const { model, stuck } = chainOf(world, order.chain)
    const [tx] = order.sent
    const isSmall = tx !== undefined && order.sent.length === 1 && stuck.has(tx.id)
    return isSmall && model.mempool().includes(tx) ? [{ order, tx }] : []
  })
  const over = small.filter(({ order }) => order.expiresAtMs < world.nowMs)
  if (over.length > 0) {
    const { order, tx } = stream.pick(over)
    const chain = chainOf(world, order.chain)
    const whole = makeTx(chain, [payOf(order, order.due, chain.model)], world.nowMs, tx.inputs)
    chain.model.drop(tx.id)
    chain.model.send(whole)
    order.sent.push(whole)
    return 'the whole price instead of a part'
  }
  const unpaid = open.filter((one) => one.sent.length === 0 && one.expiresAtMs > world.nowMs)
  if (unpaid.length === 0) return null
  const order = stream.pick(unpaid)
  const chain = chainOf(world, order.chain)
  const tx = makeTx(chain, [payOf(order, order.due / 20n, chain.model)], world.nowMs)
  chain.model.send(tx)
  chain.stuck.add(tx.id)
  order.sent.push(tx)
  return 'a part'
}

/** A plain payment of a stranger to an order. */
export function payOf(order: WorldOrder, atoms: bigint, model: ChainModel): ModelPay {
  return { kind: 'plain', asset: order.asset, from: strangerOn(model), to: order.wireAddress, atoms }
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
  pay,
  'pay many': payMany,
  dust,
  replace,
  'whole later': wholeLater,
  drop,
  resend,
} satisfies Partial<Record<EventKind, EventHandler>>
