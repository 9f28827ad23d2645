import {
  ChainError,
  type Block,
  type FoundTransfer,
  type ScanResult,
  type Watch,
} from '#server/chain/chain-reader.ts'
import { NodeFault } from '#server/chain/node-http.ts'
import { atoms } from '#shared/money.ts'
import type { EvmChain, WatchedToken } from './evm-chains.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import type { EvmNode } from './evm-node.ts'
import { withoutTransactions, type FullBlock, type NodeLog } from './node-objects.ts'
import { isSizeRefusal, namedSpan, type LogSpan } from './log-span.ts'
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
 * The logs of blocks at or below `from` are read again if they fit into the call: those of this many seconds, at least of
 * this many blocks. Behind a load balancer, the machine that returns logs may lag behind the one that returned the last
 * block, and then omits the logs of blocks it does not have.
 */
const SECONDS_REREAD = 60
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
  let top = to
  for (;;) {
    const most = deps.chain.readsFullBlocks ? FULL_BLOCKS_PER_SCAN : top - from
    const height = Math.min(top, from + span.blocks, from + most)
    const end = await endOf(node, deps.chain, from, height)
    // the node is some blocks behind the one whose head was requested: read what it has
    if (end.height < height) top = end.height
    const reread = height === to ? blocksToReread(node, deps.chain, end.height - from, span, watched) : 0
    const logsFrom = Math.max(0, from + 1 - reread)
    const depth = to - end.height
    try {
      const scanned = await scanRange(node, deps, { from, end, logsFrom, depth }, watched)
      span.worked()
      return scanned
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error
      const mayBeSize = isSizeRefusal(error)
      const asked = end.height - logsFrom + 1
      const hasShrunk =
        (mayBeSize || error.kind === 'slow') && span.shrink(asked, namedSpan(error.nodeMessage))
      // After a timeout only the next scan requests fewer blocks: a retry here would take as long again.
      if (!mayBeSize || !hasShrunk) throw error
    }
  }
}

/**
 * None for a single block: it is requested by its hash, which a machine without the block rejects. Otherwise the blocks of
 * the last minute, or eight if the logs of all addresses are read.
 */
function blocksToReread(
  node: EvmNode,
  chain: EvmChain,
  blocks: number,
  span: LogSpan,
  watched: WatchedAddresses,
): number {
  if (blocks === 1 && node.learnt.logsTakeHash) return 0
  const wanted = watched.few === null ? 0 : Math.ceil(SECONDS_REREAD / CHAIN_TABLE[chain.id].blockTimeS)
  return Math.max(0, Math.min(Math.max(wanted, BLOCKS_REREAD), span.blocks - blocks))
}

/** Blocks above `from` up to `end`; logs from `logsFrom` on. */
interface Range {
  readonly from: number
  readonly end: Block | FullBlock
  readonly logsFrom: number
  /** How far `end` is below the requested block, which is the head or below it. */
  readonly depth: number
}

async function scanRange(
  node: EvmNode,
  deps: ScanDeps,
  { from, end, logsFrom, depth }: Range,
  watched: WatchedAddresses,
): Promise<ScanResult> {
  const { chain } = deps
  const { height } = end
  const isIdle = watched.few?.length === 0
  const isDeep = depth >= CHAIN_TABLE[chain.id].finality.fallbackDepth
  const readsFull = chain.readsFullBlocks && !isIdle
  const blocks = readsFull ? await readFullBlocks(node, chain, from + 1, end) : []
  const range = {
    from: logsFrom,
    to: height,
    toHash: end.hash,
    known: [...blocks, end],
    returnedUpTo: from,
  }
  const tokens = isIdle ? [] : await readTokens(node, deps, range, watched)
  const ether = await readEther(node, chain, blocks, watched)
  const fromHash =
    from + 1 === height
      ? end.parentHash
      : (blocks[0]?.parentHash ?? (await hashAt(node, chain, from, isDeep)))
  const isReadByHash = from + 1 === height && node.learnt.logsTakeHash
  // If the last block is the same before and after, all logs in between are of the same chain, as the blocks are: each is the
  // parent of the next. Where no log was found the next scan shows it as well: it compares this block, and reads the logs
  // of the last minute again.
  const last = isReadByHash || isDeep || tokens.length === 0 ? end : await knownBlock(node, chain, height)
  if (last.hash !== end.hash || (blocks.at(-1)?.hash ?? end.hash) !== end.hash) {
    throw new ChainError(chain.id, 'inconsistent', `block ${String(height)} was replaced while it was read`)
  }
  const upTo = withoutTransactions(end)
  Object.assign(node.learnt, { lastRead: upTo, readsFullBlocks: readsFull })
  remember(node, tokens)
  return { upTo, transfers: [...ether.transfers, ...tokens], outflows: ether.outflows, fromHash }
}

/** The hash of the block at a height. Deep below the head, the last block of the last scan is not requested again. */
async function hashAt(node: EvmNode, chain: EvmChain, height: number, isDeep: boolean): Promise<string> {
  const { lastRead } = node.learnt
  if (isDeep && lastRead?.height === height) return lastRead.hash
  return (await knownBlock(node, chain, height)).hash
}

/**
 * The block at a height, to make sure that the node has it: without the block, empty answers mean nothing. For a node that
 * is behind, its newest block, if that is above `from`.
 */
async function endOf(
  node: EvmNode,
  chain: EvmChain,
  from: number,
  height: number,
): Promise<Block | FullBlock> {
  const { head } = node.learnt
  if (head?.height === height) {
    node.learnt.head = null // used once: the block may have been replaced since
    return head
  }
  const block = await node.block(height)
  if (block !== null) return block
  const newest = await node.block('latest')
  if (newest === null || newest.height <= from || newest.height >= height) throw unknownBlock(chain, height)
  return newest
}

async function knownBlock(node: EvmNode, chain: EvmChain, height: number): Promise<Block> {
  const block = await node.block(height)
  if (block === null) throw unknownBlock(chain, height)
  return block
}

function unknownBlock(chain: EvmChain, height: number): ChainError {
  return new ChainError(
    chain.id,
    'lags',
    `the node does not know block ${String(height)}, which another node returned`,
  )
}

/** Blocks whose token logs are read, both ends included. */
export interface TokenRange {
  readonly from: number
  readonly to: number
  /** Hash of block `to`; null if it was not read. */
  readonly toHash: string | null
  /** Blocks that need not be read again. */
  readonly known: readonly Block[]
  /** Up to this height, transfers that a scan has returned before are left out. */
  readonly returnedUpTo: number
}

/** Reads the token transfers to watched addresses in a range of blocks, on one node. */
export async function readTokens(
  node: EvmNode,
  deps: ScanDeps,
  range: TokenRange,
  watched: WatchedAddresses,
): Promise<readonly FoundTransfer[]> {
  if (deps.tokens.length === 0) return []
  const { from, to, toHash, returnedUpTo } = range
  const logs = await readTokenLogs(node, { tokens: deps.tokens, from, to, toHash, recipients: watched.few })
  if (watched.few === null) learnDensity(deps.logDensity, logs.length / (to - from + 1))
  const ours = await watched.among(logs.map((log) => log.to))
  const known = new Map<number, Block>(range.known.map((block) => [block.height, block]))
  const transfers: FoundTransfer[] = []
  for (const token of logs) {
    const address = ours.get(token.to)
    if (address === undefined) continue
    if (token.log.height <= returnedUpTo && node.learnt.returned.has(idOf(token.log))) continue
    transfers.push(tokenTransfer(address, token, await blockOfLog(node, deps.chain, known, token)))
  }
  return transfers
}

/** Most transfers remembered; with more, blocks are read again. */
const REMEMBERED = 10_000

function remember({ learnt: { returned } }: EvmNode, tokens: readonly FoundTransfer[]): void {
  if (returned.size > REMEMBERED) returned.clear()
  for (const { txHash, index, block } of tokens)
    returned.add(idOf({ txHash, index, blockHash: block?.hash ?? '' }))
}

function idOf({ txHash, index, blockHash }: Pick<NodeLog, 'txHash' | 'index' | 'blockHash'>): string {
  return `${txHash} ${String(index)} ${blockHash}`
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
