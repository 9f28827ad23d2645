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

/** What a scan needs besides the node that it reads. */
export interface ScanDeps {
  readonly chain: EvmChain
  /** May be empty. */
  readonly tokens: readonly WatchedToken[]
  readonly logDensity: LogDensity
}

/** The average number of token transfers per block, updated when all of them are read. */
export interface LogDensity {
  perBlock: number
}

/** The first estimate: USDT on Ethereum has about 40 transfers per block in 2026. */
export const FIRST_LOG_DENSITY = 40
const BYTES_PER_LOG = 700
const BYTES_PER_WATCHED = 69
const LOGS_PER_CALL = 10_000
/**
 * Blocks at or below `from` whose logs are read again if they fit into the call. Behind a load balancer, the machine that
 * returns logs may lag behind the one that returned the last block, and then omits the logs of blocks it does not have.
 */
const BLOCKS_REREAD = 8

/**
 * The largest number of watched addresses to filter by. With more, a filter costs more calls or bytes than all logs of the
 * contract. The result is at least one chunk.
 */
export function namedAddressesMax(blocks: number, density: LogDensity): number {
  const logs = blocks * density.perBlock
  const wholeCalls = Math.max(1, Math.ceil(logs / LOGS_PER_CALL))
  const byBytes = Math.floor((logs * BYTES_PER_LOG) / (TOPIC_CHUNK * BYTES_PER_WATCHED))
  return TOPIC_CHUNK * Math.max(1, Math.min(wholeCalls, byBytes))
}

/**
 * Reads the blocks after `from`, up to at most `to`, on one node; the range shrinks if the node rejects it.
 *
 * @throws {ChainError} `'lags'` or `'inconsistent'` if the node's answers are incomplete or contradict each other.
 */
export async function scanBlocks(
  node: EvmNode,
  deps: ScanDeps,
  from: number,
  to: number,
  watch: Watch,
): Promise<ScanResult> {
  const watched = await watchedAddresses(
    watch,
    namedAddressesMax(to - from, deps.logDensity),
    deps.chain.codec,
  )
  const span = watched.few === null ? node.learnt.wholeSpan : node.learnt.filteredSpan
  for (;;) {
    const upTo = Math.min(
      to,
      from + span.blocks,
      deps.chain.readsFullBlocks ? from + FULL_BLOCKS_PER_SCAN : to,
    )
    const logsFrom = Math.max(
      0,
      from + 1 - (upTo === to ? blocksToReread(node, upTo - from, span.blocks) : 0),
    )
    try {
      const scanned = await scanRange(node, deps, { from, upTo, logsFrom }, watched)
      span.worked()
      return scanned
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error
      const mayBeSize = isSizeRefusal(error)
      const asked = upTo - logsFrom + 1
      const hasShrunk =
        (mayBeSize || error.kind === 'slow') && span.shrink(asked, namedSpan(error.nodeMessage))
      // After a timeout only the next scan requests fewer blocks: a retry here would take as long again.
      if (!mayBeSize || !hasShrunk) throw error
    }
  }
}

/** None for a single block: it is requested by its hash, which a machine without the block rejects. */
function blocksToReread(node: EvmNode, blocks: number, span: number): number {
  if (blocks === 1 && node.learnt.logsTakeHash) return 0
  return Math.min(BLOCKS_REREAD, span - blocks)
}

/** Blocks above `from` up to `upTo`; logs from `logsFrom` on. */
interface Range {
  readonly from: number
  readonly upTo: number
  readonly logsFrom: number
}

async function scanRange(
  node: EvmNode,
  deps: ScanDeps,
  { from, upTo: to, logsFrom }: Range,
  watched: WatchedAddresses,
): Promise<ScanResult> {
  const { chain } = deps
  const isIdle = watched.few?.length === 0
  const upTo = await knownBlock(node, chain, to)
  const blocks = chain.readsFullBlocks && !isIdle ? await readFullBlocks(node, chain, from + 1, to) : []
  const tokens = isIdle ? [] : await readTokens(node, deps, { logsFrom, upTo, blocks }, watched)
  const ether = await readEther(node, chain, blocks, watched)
  const fromHash =
    from + 1 === to ? upTo.parentHash : (blocks[0]?.parentHash ?? (await hashAt(node, chain, from)))
  // The last block is unchanged since the start of the scan, so all answers in between are of the same chain.
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

/** The block at a height, to make sure that the node has it: without the block, empty answers mean nothing. */
async function knownBlock(node: EvmNode, chain: EvmChain, height: number, age?: 'fresh'): Promise<Block> {
  const { head } = node.learnt
  if (age === undefined && head?.height === height) {
    node.learnt.head = null // used once: the block may have been replaced since
    return head
  }
  const block = await node.block(height)
  if (block === null) {
    throw new ChainError(
      chain.id,
      'lags',
      `the node does not know block ${String(height)}, which another node returned`,
    )
  }
  return block
}

async function readTokens(
  node: EvmNode,
  deps: ScanDeps,
  range: { readonly logsFrom: number; readonly upTo: Block; readonly blocks: readonly FullBlock[] },
  watched: WatchedAddresses,
): Promise<readonly FoundTransfer[]> {
  const { logsFrom, upTo } = range
  if (deps.tokens.length === 0) return []
  const logs = await readTokenLogs(node, {
    tokens: deps.tokens,
    from: logsFrom,
    to: upTo.height,
    toHash: upTo.hash,
    recipients: watched.few,
  })
  if (watched.few === null) learnDensity(deps.logDensity, logs.length / (upTo.height - logsFrom + 1))
  const ours = await watched.among(logs.map((log) => log.to))
  const known = new Map<number, Block>([...range.blocks, upTo].map((block) => [block.height, block]))
  const transfers: FoundTransfer[] = []
  for (const token of logs) {
    const address = ours.get(token.to)
    if (address === undefined) continue
    transfers.push(tokenTransfer(address, token, await blockOfLog(node, deps.chain, known, token)))
  }
  return transfers
}

function learnDensity(density: LogDensity, perBlock: number): void {
  density.perBlock = Math.max(1, density.perBlock * 0.8 + perBlock * 0.2)
}

/** The block of a log, read by height: a log of a block that is not on the chain must not count. */
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
      `the block hash of a log differs from the node's block ${String(height)}`,
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
