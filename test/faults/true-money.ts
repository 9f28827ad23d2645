import type { ModelBlock, ModelTx } from './chain-model.ts'
import { medianTimePast } from './bitcoin-node.ts'
import { priceAt } from './pass-time.ts'
import type { World, WorldChain, WorldOrder } from './world.ts'

// The rules of docs/: deliberately written again, without the code under test.
const TOLERANCE = 50n
const TOP_UP_MS = 24 * 3600_000
const ANY = Number.POSITIVE_INFINITY
type AskedDepth = number | 'final'
const ETHEREUM: readonly (readonly [number, AskedDepth])[] = [
  [150_00, 12],
  [1_500_00, 32],
  [ANY, 'final'],
]
const BASE: typeof ETHEREUM = [
  [150_00, 30],
  [1_500_00, 150],
  [ANY, 'final'],
]
const DEPTHS: Readonly<Record<string, readonly (readonly [number, AskedDepth])[]>> = {
  bitcoin: [
    [150_00, 1],
    [1_500_00, 2],
    [6_000_00, 4],
    [ANY, 6],
  ],
  ethereum: ETHEREUM,
  erc20: ETHEREUM,
  'usdc-ethereum': ETHEREUM,
  trc20: [[ANY, 'final']],
  bep20: [[ANY, 'final']],
  'eurc-ethereum': ETHEREUM,
  'usdc-base': BASE,
  'eurc-base': BASE,
  'usdc-polygon': [[ANY, 'final']],
}

/** The depth that an order's money must reach before keys leave. */
function askedDepth({ network, priceCents }: Pick<WorldOrder, 'network' | 'priceCents'>): AskedDepth {
  const row = DEPTHS[network]?.find(([below]) => priceCents < below)
  if (row === undefined) throw new RangeError(`no depths for ${network}`)
  return row[1]
}

/** The least that pays an order. */
export function leastOf(order: Pick<WorldOrder, 'due'>): bigint {
  return order.due - (order.due * TOLERANCE) / 10_000n
}

/** A movement of money to an order's address on the true chain. */
export interface TrueTransfer {
  readonly tx: ModelTx
  readonly block: ModelBlock
  readonly atoms: bigint
  readonly asset: string
  readonly kind: 'plain' | 'inner'
  readonly isDeep: boolean
  /** What it is worth to the order: less if it is late and the rate has fallen, nothing if it is too late. */
  readonly worth: bigint
  readonly isOnTime: boolean
}

/** All genuine money on the true chain to an order's address, in any asset. */
export function trueTransfers(world: World, chain: WorldChain, order: WorldOrder): readonly TrueTransfer[] {
  const { model } = chain
  const tip = model.tip()
  const depth = askedDepth(order)
  return order.sent.flatMap((tx) => {
    const block = model.blockOf(tx.id)
    if (block === null || tx.hasFailed) return []
    const isDeep =
      depth === 'final' ? block.height <= model.finalizedHeight() : tip.height - block.height + 1 >= depth
    return tx.pays.flatMap((pay) => {
      if (pay.to !== order.wireAddress || pay.kind === 'fake') return []
      const { isOnTime, worth } = valueOf(world, order, tx, block, pay.atoms, pay.kind)
      return [{ tx, block, atoms: pay.atoms, asset: pay.asset, kind: pay.kind, isDeep, worth, isOnTime }]
    })
  })
}

/** When the oldest transaction that this one replaces was sent, if that paid the whole order. */
function firstSent(order: WorldOrder, tx: ModelTx): number {
  const paid = (one: ModelTx) =>
    one.pays.reduce((sum, pay) => (pay.to === order.wireAddress ? sum + pay.atoms : sum), 0n)
  const kin = order.sent.filter(
    (one) => one.inputs.some((input) => tx.inputs.includes(input)) && paid(one) >= leastOf(order),
  )
  return Math.min(tx.sentAtMs, ...kin.map((one) => one.sentAtMs))
}

function valueOf(
  world: World,
  order: WorldOrder,
  tx: ModelTx,
  block: ModelBlock,
  atoms: bigint,
  kind: string,
): { readonly isOnTime: boolean; readonly worth: bigint } {
  const blockMs =
    order.chain === 'bitcoin' ? medianTimePast(block) * 1000 : Math.floor(block.atMs / 1000) * 1000
  const isInWindow = order.chain === 'bitcoin' && firstSent(order, tx) <= order.expiresAtMs
  const isOnTime = blockMs <= order.expiresAtMs || (isInWindow && blockMs <= order.expiresAtMs + TOP_UP_MS)
  if (isOnTime) return { isOnTime, worth: atoms }
  // money that a mempool shows is as late as its first sight; its block then only sets the rate, which never helps a buyer
  const arrivedMs = order.chain === 'bitcoin' ? Math.min(blockMs, firstSent(order, tx)) : blockMs
  if (arrivedMs > order.expiresAtMs + TOP_UP_MS && kind === 'plain') return { isOnTime, worth: 0n }
  const rate = priceAt(world.setup.seed, order.asset, blockMs)
  // a late rate may be up to ten minutes away
  const around = [
    rate,
    priceAt(world.setup.seed, order.asset, blockMs - 600_000),
    priceAt(world.setup.seed, order.asset, blockMs + 600_000),
  ]
  const best = around.reduce((high, one) => (one > high ? one : high))
  return { isOnTime, worth: best >= order.rateE8 ? atoms : (atoms * best) / order.rateE8 }
}

/** What the true chain holds for an order in its own asset, as deep as its price asks. */
export function deepWorth(transfers: readonly TrueTransfer[], order: WorldOrder): bigint {
  return transfers
    .filter((one) => one.asset === order.asset && one.isDeep)
    .reduce((sum, one) => sum + one.worth, 0n)
}
