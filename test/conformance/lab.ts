import type { ChainReader } from '#server/chain/chain-reader.ts'
import { ChainError } from '#server/chain/chain-reader.ts'
import type { ChainWatch } from '#server/chain-watcher/look-at-chain.ts'
import { type ChainId, CHAIN_TABLE } from '#shared/chains.ts'
import { type NetworkId, RAILS } from '#shared/rails.ts'
import type { Order, OrderOptions, Shop } from './shop.ts'

export interface Payout {
  readonly address: string
  readonly atoms: bigint
}

/** How buyers pay on one rail: from a wallet, or from an exchange whose contract sends the ether. */
export interface Way {
  readonly name: string
  readonly network: NetworkId
  /** Sends a payment; it arrives when a block is mined. @returns the transaction's hash. */
  pay(payout: Payout): Promise<string>
  /** Sends several payments in one transaction; null if the rail does not support that. */
  readonly payMany: ((payouts: readonly Payout[]) => Promise<string>) | null
  /** Sends a counterfeit of the rail's money; null if the rail has none. */
  readonly payFake: ((payout: Payout) => Promise<string>) | null
  /** Sends another asset of the same chain, as people do by mistake; null if the reader does not detect it. */
  readonly payOther: ((payout: Payout) => Promise<string>) | null
  /** Whether a transfer shows the payment, and not only a balance. */
  readonly hasTransfers: boolean
}

/** The faults of one node of a chain. */
export interface NodeFaults {
  goDown(): Promise<void>
  /** Rejects its nth request from now with a 429, once. */
  limitCallAt(call: number): void
  /** Goes down at its nth request from now. */
  goDownAtCall(call: number): void
  /** Replaces `from` with `to` in its responses. */
  rewriteAnswers(from: string, to: string): void
  repair(): Promise<void>
}

/** A chain under test: its nodes, its wallet, and its reader. */
export interface Rig {
  readonly name: string
  readonly chain: ChainId
  readonly ways: readonly Way[]
  /** Whether the shop sees payments before they are in a block, and removed blocks return them to the mempool. */
  readonly hasMempool: boolean
  /** Advances the chain's own clock, which its next blocks use; does nothing if the chain uses the shop's clock. */
  advance(seconds: number): Promise<void>
  /** Creates a reader in the state after a start, over the first nodes; null if there are fewer nodes. */
  open(nodes: 1 | 2): ChainReader | null
  /** The faults of the first node and, if there is one, of the second. */
  readonly faults: readonly NodeFaults[]
  mine(blocks: number): Promise<void>
  /** The number of blocks above a payment that settle an order of any price. */
  readonly settlingBlocks: number
  /** The number of blocks after which another chain is quicker; `Infinity` if mining does not slow down. */
  readonly blocksAtMost: number
  height(): Promise<number>
  /** Replaces the newest blocks; transactions that are not kept are gone, or back in the mempool if there is one. */
  reorg(depth: number, keep: readonly string[]): Promise<void>
  /** Sends removed transactions again, as wallets and nodes do. */
  sendAgain(txHashes: readonly string[]): Promise<void>
  /** Spends the inputs of an unconfirmed transaction to another address; null if that is not possible. */
  readonly replace: ((txHash: string, payout: Payout, network: NetworkId) => Promise<string>) | null
  /** Sets how many blocks the first node is behind. */
  lag(blocks: number): Promise<void>
  /** Makes the node omit its logs without an error; null if the chain's nodes are not known to do that. */
  readonly hideLogs: ((isHidden: boolean) => void) | null
  /** Makes the machine that serves logs fall behind by blocks, without an error; null like {@link Rig.hideLogs}. */
  readonly lagLogs: ((blocks: number) => void) | null
  /** Makes the node refuse to read balances; null if the chain's reader reads none. */
  readonly refuseBalances: ((isRefused: boolean) => void) | null
  /** Moves ether from an order's address, as its owner does; null if the test does not have its key. */
  readonly sweep: ((address: string, atoms: bigint) => Promise<void>) | null
  /** Returns an address that is not the shop's. */
  foreignAddress(): Promise<string>
  stop(): Promise<void>
}

/** A chain under test and the shop that watches it. */
export interface Lab extends Rig {
  readonly shop: Shop
  order(way: Way, options?: OrderOptions): Promise<Order>
  /** Advances the clocks of the shop and of the chain. */
  pass(seconds: number): Promise<void>
  /** Runs one complete poll of the current process. */
  look(): Promise<void>
  /** Polls until it succeeds, with the pauses that the node requests; every failure must be an error of the node. */
  lookUntilSuccess(): Promise<void>
  /** Ends the process and starts another: state that was only in memory is lost. */
  restart(nodes?: 1 | 2): void
  /** Mines until everything that is in a block now is final, and polls. */
  settle(): Promise<void>
  reader(): ChainReader
}

/** Returns more confirmations than any rail of a chain requires at any price. @param finalBelow how far below the head blocks are final. */
export function settlingBlocks(chain: ChainId, finalBelow: number): number {
  const depths = RAILS.filter((rail) => rail.chain === chain).flatMap((rail) => rail.depths)
  return Math.max(finalBelow, ...depths.map(({ depth }) => (depth === 'finalized' ? 0 : depth))) + 2
}

const PAUSE_S = 65
/** A real node whose newest block is older than this is lagging. */
export const HEAD_MAX_AGE_S = 3 * 3600

export function createLab(shop: Shop, rig: Rig): Lab {
  let reader: ChainReader
  let watch: ChainWatch
  const lab: Lab = {
    ...rig,
    shop,
    async order(way, options) {
      await shop.readyAddresses(reader)
      return shop.order(way.network, options)
    },
    async pass(seconds) {
      shop.pass(seconds)
      await rig.advance(seconds)
    },
    look: () => watch.look(),
    async lookUntilSuccess() {
      for (let tries = 0; tries < 20; tries += 1) {
        try {
          await watch.look()
          return
        } catch (error) {
          if (!(error instanceof ChainError)) throw error
          await lab.pass(PAUSE_S)
        }
      }
      throw new Error('expected the node to respond again within twenty polls')
    },
    restart(nodes = 1) {
      const opened = rig.open(nodes)
      if (opened === null) throw new Error(`${rig.name} has no ${String(nodes)} nodes`)
      reader = opened
      watch = shop.watch(reader)
    },
    async settle() {
      await rig.mine(1)
      // balances of finished orders are read once a minute
      if (CHAIN_TABLE[rig.chain].readsCoinBalances) await lab.pass(PAUSE_S)
      await lab.lookUntilSuccess()
      await rig.mine(rig.settlingBlocks)
      await lab.lookUntilSuccess()
    },
    reader: () => reader,
  }
  lab.restart()
  return lab
}
