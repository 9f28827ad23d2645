import type { ChainReader } from '#server/chain/chain-reader.ts'
import { ChainError } from '#server/chain/chain-reader.ts'
import type { ChainWatch } from '#server/chain-watcher/look-at-chain.ts'
import { type ChainId, CHAIN_TABLE } from '#shared/chains.ts'
import { type NetworkId, RAILS } from '#shared/rails.ts'
import type { Order, OrderWish, Shop } from './shop.ts'

export interface Payout {
  readonly address: string
  readonly atoms: bigint
}

/** How buyers pay one rail: by wallet, or from an exchange whose contract sends the ether. */
export interface Way {
  readonly name: string
  readonly network: NetworkId
  /** Puts money on its way; a block must be mined for it to arrive. @returns the transaction's hash. */
  pay(payout: Payout): Promise<string>
  /** Several payments in one transaction; null where the rail knows no such thing. */
  readonly payMany: ((payouts: readonly Payout[]) => Promise<string>) | null
  /** Something that looks like money of the rail and is not; null where nothing can. */
  readonly payFake: ((payout: Payout) => Promise<string>) | null
  /** Other money of the same chain, which people send by mistake; null where the reader looks for none. */
  readonly payOther: ((payout: Payout) => Promise<string>) | null
  /** Whether a transfer shows the money, and not only a balance. */
  readonly hasTransfers: boolean
}

/** What one node of a chain does wrong. */
export interface NodeFaults {
  down(): Promise<void>
  /** Refuses its nth question from now with a 429, once. */
  limitAt(call: number): void
  /** Goes down at its nth question from now. */
  cutAt(call: number): void
  /** Says `to` wherever it would say `from`. */
  lie(from: string, to: string): void
  heal(): Promise<void>
}

/** A chain under test: its nodes, its wallet, and its reader. */
export interface Rig {
  readonly name: string
  readonly chain: ChainId
  readonly ways: readonly Way[]
  /** Whether the shop sees money before a block holds it, and lost blocks give it back. */
  readonly hasMempool: boolean
  /** Puts the chain's own time forward, which its next blocks carry; nothing where it is the shop's. */
  advance(seconds: number): Promise<void>
  /** A reader as a process that has just started has it, over the first nodes; null where there are not so many. */
  open(nodes: 1 | 2): ChainReader | null
  /** Of the first node and, where there is one, the second. */
  readonly faults: readonly NodeFaults[]
  mine(blocks: number): Promise<void>
  /** So many blocks above it settle an order of any price. */
  readonly settlingBlocks: number
  height(): Promise<number>
  /** Replaces the newest blocks; what is not kept is gone, or back in the mempool where there is one. */
  reorg(depth: number, keep: readonly string[]): Promise<void>
  /** Sends lost transactions again, as wallets and nodes do. */
  sendAgain(txHashes: readonly string[]): Promise<void>
  /** Spends what a transaction on its way spends, to somewhere else; null where that cannot be done. */
  readonly replace: ((txHash: string, payout: Payout, network: NetworkId) => Promise<string>) | null
  /** The first node is so many blocks behind, until 0. */
  lag(blocks: number): Promise<void>
  /** The node has lost its logs and says nothing of it; null where that is not known of the chain's nodes. */
  readonly hideLogs: ((isHidden: boolean) => void) | null
  /** The owner moves ether on from an order's address; null where nobody holds its key. */
  readonly sweep: ((address: string, atoms: bigint) => Promise<void>) | null
  /** Somebody's address that is not the shop's. */
  stranger(): Promise<string>
  stop(): Promise<void>
}

/** A chain under test and the shop that watches it. */
export interface Lab extends Rig {
  readonly shop: Shop
  order(way: Way, wish?: OrderWish): Promise<Order>
  /** Time passes, for the shop and for the chain. */
  pass(seconds: number): Promise<void>
  /** One whole look of the process that runs. */
  look(): Promise<void>
  /** Looks until the node lets it, waiting as it asks; what it answers in between must be a fault of the node. */
  lookUntilWell(): Promise<void>
  /** The process ends and another begins: what was only remembered is forgotten. */
  restart(nodes?: 1 | 2): void
  /** Mines until the chain calls everything final that stands in a block now, and looks. */
  settle(): Promise<void>
  reader(): ChainReader
}

/** More than any rail of a chain asks for, whatever the price. @param finalBelow how far below the head blocks are final. */
export function settlingBlocks(chain: ChainId, finalBelow: number): number {
  const depths = RAILS.filter((rail) => rail.chain === chain).flatMap((rail) => rail.depths)
  return Math.max(finalBelow, ...depths.map(({ depth }) => (depth === 'finalized' ? 0 : depth))) + 2
}

const PAUSE_S = 65
/** A real node whose newest block is older lags. */
export const HEAD_MAX_AGE_S = 3 * 3600

export function createLab(shop: Shop, rig: Rig): Lab {
  let reader: ChainReader
  let watch: ChainWatch
  const lab: Lab = {
    ...rig,
    shop,
    order: (way, wish) => shop.order(way.network, wish),
    async pass(seconds) {
      shop.pass(seconds)
      await rig.advance(seconds)
    },
    look: () => watch.look(),
    async lookUntilWell() {
      for (let tries = 0; tries < 20; tries += 1) {
        try {
          await watch.look()
          return
        } catch (error) {
          if (!(error instanceof ChainError)) throw error
          await lab.pass(PAUSE_S)
        }
      }
      throw new Error('expected the node to be well again within twenty looks')
    },
    restart(nodes = 1) {
      const opened = rig.open(nodes)
      if (opened === null) throw new Error(`${rig.name} has no ${String(nodes)} nodes`)
      reader = opened
      watch = shop.watch(reader)
    },
    async settle() {
      await rig.mine(1)
      // balances of orders that are over are read once a minute
      if (CHAIN_TABLE[rig.chain].readsCoinBalances) await lab.pass(PAUSE_S)
      await lab.lookUntilWell()
      await rig.mine(rig.settlingBlocks)
      await lab.lookUntilWell()
    },
    reader: () => reader,
  }
  lab.restart()
  return lab
}
