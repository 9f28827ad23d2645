import {
  ChainError,
  type Block,
  type FoundTransfer,
  type ScanResult,
  type Watch,
} from '#server/chain/chain-reader.ts'
import { NodeFault } from '#server/chain/json-rpc.ts'
import { atoms } from '#shared/money.ts'
import type { EvmChain, WatchedToken } from './evm-chains.ts'
import type { EvmNode, FullBlock } from './evm-node.ts'
import { isSizeRefusal, namedSpan } from './log-span.ts'
import { FULL_BLOCKS_PER_SCAN, readEther, readFullBlocks } from './read-ether.ts'
import { readTokenLogs, TOPIC_CHUNK, type TokenTransfer } from './read-token-logs.ts'
import { watchedAddresses, type WatchedAddresses } from './watched-addresses.ts'

/** What a scan needs to know beside the node it reads. */
export interface ScanDeps {
  readonly chain: EvmChain
  /** Empty where none is looked for. */
  readonly tokens: readonly WatchedToken[]
  readonly logDensity: LogDensity
}

/** How many transfers the tokens make in a block, learnt while reading all of them. */
export interface LogDensity {
  perBlock: number
}

/** Where nothing is learnt yet: USDT on Ethereum in 2026 makes some 40 transfers a block. */
export const FIRST_LOG_DENSITY = 40
const BYTES_PER_LOG = 700
const BYTES_PER_WATCHED = 69
const LOGS_PER_CALL = 10_000
/**
 * Blocks at or below `from` whose logs are read again where the call has room for them. Behind a balancer the machine that
 * answers for logs may be some blocks behind the one that knew the last block, and says "none" for those it has not seen.
 */
const BLOCKS_SEEN_AGAIN = 8

/**
 * Up to how many watched addresses it pays to name them: beyond, that costs more calls or more bytes than the contract's
 * whole log. One chunk of them always pays.
 */
export function namedAddressesMax(blocks: number, density: LogDensity): number {
  const logs = blocks * density.perBlock
  const wholeCalls = Math.max(1, Math.ceil(logs / LOGS_PER_CALL))
  const byBytes = Math.floor((logs * BYTES_PER_LOG) / (TOPIC_CHUNK * BYTES_PER_WATCHED))
  return TOPIC_CHUNK * Math.max(1, Math.min(wholeCalls, byBytes))
}

/** Reads the blocks after `from` up to at most `to` on one node; smaller ranges where the node refuses larger ones. */
export async function scanBlocks(
  node: EvmNode,
  setting: ScanDeps,
  from: number,
  to: number,
  watch: Watch,
): Promise<ScanResult> {
  const watched = await watchedAddresses(
    watch,
    namedAddressesMax(to - from, setting.logDensity),
    setting.chain.codec,
  )
  const span = watched.few === null ? node.learnt.wholeSpan : node.learnt.filteredSpan
  for (;;) {
    const upTo = Math.min(
      to,
      from + span.blocks,
      setting.chain.readsFullBlocks ? from + FULL_BLOCKS_PER_SCAN : to,
    )
    const logsFrom = Math.max(0, from + 1 - (upTo === to ? seenAgain(node, upTo - from, span.blocks) : 0))
    try {
      const scanned = await scanRange(node, setting, { from, upTo, logsFrom }, watched)
      span.worked()
      return scanned
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error
      const mayBeSize = isSizeRefusal(error)
      const asked = upTo - logsFrom + 1
      const hasShrunk =
        (mayBeSize || error.kind === 'slow') && span.shrink(asked, namedSpan(error.nodeMessage))
      // After a timeout the next scan asks for less: trying again here would wait for as long again.
      if (!mayBeSize || !hasShrunk) throw error
    }
  }
}

/** None for a single block: that is asked for by its hash, which a machine that has not seen it refuses. */
function seenAgain(node: EvmNode, blocks: number, span: number): number {
  if (blocks === 1 && node.learnt.logsTakeHash) return 0
  return Math.min(BLOCKS_SEEN_AGAIN, span - blocks)
}

/** Blocks above `from` up to `upTo`; logs already from `logsFrom` on. */
interface Range {
  readonly from: number
  readonly upTo: number
  readonly logsFrom: number
}

async function scanRange(
  node: EvmNode,
  setting: ScanDeps,
  { from, upTo: to, logsFrom }: Range,
  watched: WatchedAddresses,
): Promise<ScanResult> {
  const { chain } = setting
  const isIdle = watched.few?.length === 0
  const upTo = await knownBlock(node, chain, to)
  const blocks = chain.readsFullBlocks && !isIdle ? await readFullBlocks(node, chain, from + 1, to) : []
  const tokens = isIdle ? [] : await readTokens(node, setting, { logsFrom, upTo, blocks }, watched)
  const ether = await readEther(node, chain, blocks, watched)
  const fromHash =
    from + 1 === to ? upTo.parentHash : (blocks[0]?.parentHash ?? (await hashAt(node, chain, from)))
  // The node knew the last block before; that it still does, and as the same, makes what lies between one chain's.
  const after = await knownBlock(node, chain, to, 'fresh')
  const lastRead = blocks.at(-1)
  if (after.hash !== upTo.hash || (lastRead !== undefined && lastRead.hash !== upTo.hash)) {
    throw new ChainError(chain.id, 'inconsistent', `block ${String(to)} was replaced while it was read`)
  }
  return { upTo, transfers: [...ether.transfers, ...tokens], outflows: ether.outflows, fromHash }
}

async function hashAt(node: EvmNode, chain: EvmChain, height: number): Promise<string> {
  return (await knownBlock(node, chain, Math.max(height, 0))).hash
}

/** An empty answer counts only from a node that knows the block. */
async function knownBlock(node: EvmNode, chain: EvmChain, height: number, age?: 'fresh'): Promise<Block> {
  const { head } = node.learnt
  if (age === undefined && head?.height === height) {
    node.learnt.head = null // believed once: the chain may have been replaced since
    return head
  }
  const block = await node.block(height)
  if (block === null) {
    throw new ChainError(
      chain.id,
      'lags',
      `the node does not know block ${String(height)}, which another told of`,
    )
  }
  return block
}

async function readTokens(
  node: EvmNode,
  setting: ScanDeps,
  range: { readonly logsFrom: number; readonly upTo: Block; readonly blocks: readonly FullBlock[] },
  watched: WatchedAddresses,
): Promise<readonly FoundTransfer[]> {
  const { logsFrom, upTo } = range
  if (setting.tokens.length === 0) return []
  const logs = await readTokenLogs(node, {
    tokens: setting.tokens,
    from: logsFrom,
    to: upTo.height,
    toHash: upTo.hash,
    recipients: watched.few,
  })
  if (watched.few === null) learnDensity(setting.logDensity, logs.length / (upTo.height - logsFrom + 1))
  const ours = await watched.among(logs.map((log) => log.to))
  const known = new Map<number, Block>([...range.blocks, upTo].map((block) => [block.height, block]))
  const transfers: FoundTransfer[] = []
  for (const token of logs) {
    const address = ours.get(token.to)
    if (address === undefined) continue
    transfers.push(tokenTransfer(address, token, await blockOfLog(node, setting.chain, known, token)))
  }
  return transfers
}

function learnDensity(density: LogDensity, perBlock: number): void {
  density.perBlock = Math.max(1, density.perBlock * 0.8 + perBlock * 0.2)
}

/** The block a log lies in, read by height: a log of a block that is not on the chain must not count. */
async function blockOfLog(
  node: EvmNode,
  chain: EvmChain,
  known: Map<number, Block>,
  token: TokenTransfer,
): Promise<Block> {
  const { height, blockHash } = token.log
  const block = known.get(height) ?? (await knownBlock(node, chain, height))
  known.set(height, block)
  if (block.hash !== blockHash) {
    throw new ChainError(
      chain.id,
      'inconsistent',
      `a log names another block ${String(height)} than the node's chain has`,
    )
  }
  return block
}

function tokenTransfer(address: string, token: TokenTransfer, block: Block): FoundTransfer {
  return {
    asset: token.asset,
    address,
    atoms: atoms(token.value),
    evidence: 'output',
    txHash: token.log.txHash,
    index: token.log.index,
    block: { height: block.height, hash: block.hash, parentHash: block.parentHash, at: block.at },
    inputs: [],
  }
}
