import { NodeFault } from '#server/chain/json-rpc.ts'
import type { Asset } from '#shared/assets.ts'
import type { WatchedToken } from './evm-chains.ts'
import type { EvmNode, LogFilter, NodeLog } from './evm-node.ts'
import { isSizeRefusal } from './log-span.ts'
import { addressOfWord, addressWord, TRANSFER_TOPIC } from './wire-format.ts'

/** Addresses of one topic position: nodes allow 1,000 (geth, Nethermind, Erigon, java-tron), some providers less. */
export const TOPIC_CHUNK = 500

export interface TokenTransfer {
  readonly asset: Asset
  /** Lower-case hexadecimal. */
  readonly to: string
  readonly value: bigint
  readonly log: NodeLog
}

export interface TokenLogsQuery {
  /** The tokens, one at least. */
  readonly tokens: readonly WatchedToken[]
  readonly from: number
  readonly to: number
  /** Hash of block `to`. */
  readonly toHash: string
  /** Lower-case hexadecimal; null takes everybody's. */
  readonly recipients: readonly string[] | null
}

/**
 * The tokens' transfers in blocks `from` to `to`, both included. Every field the query names is checked again on what
 * comes back, as a node may lie or ignore a filter; zero values and repeats are dropped.
 *
 * @throws {NodeFault} where the node refuses; see isSizeRefusal for those a smaller range cures.
 */
export async function readTokenLogs(node: EvmNode, query: TokenLogsQuery): Promise<readonly TokenTransfer[]> {
  const found = new Map<string, TokenTransfer>()
  for (const recipients of chunked(query.recipients)) {
    for (const log of await askLogs(node, query, recipients)) {
      const transfer = readTransfer(log, query)
      if (transfer !== null) found.set(`${log.txHash} ${String(log.index)}`, transfer)
    }
  }
  return [...found.values()]
}

function chunked(recipients: readonly string[] | null): readonly (readonly string[] | null)[] {
  if (recipients === null) return [null]
  const chunks: (readonly string[])[] = []
  for (let at = 0; at < recipients.length; at += TOPIC_CHUNK)
    chunks.push(recipients.slice(at, at + TOPIC_CHUNK))
  return chunks
}

/**
 * A single block is asked for by its hash: behind a balancer, a machine that has not seen the block then says so, where
 * by number it would answer "no logs".
 */
async function askLogs(
  node: EvmNode,
  query: TokenLogsQuery,
  recipients: readonly string[] | null,
): Promise<readonly NodeLog[]> {
  const [first, ...others] = query.tokens.map((token) => token.contract)
  if (first === undefined) return []
  const filter = {
    address: others.length === 0 ? first : [first, ...others],
    topics: recipients === null ? [TRANSFER_TOPIC] : [TRANSFER_TOPIC, null, recipients.map(addressWord)],
  }
  const byNumber: LogFilter = { ...filter, blocks: { from: query.from, to: query.to } }
  if (query.from !== query.to || !node.learnt.logsTakeHash) return node.logs(byNumber)
  try {
    return await node.logs({ ...filter, blocks: { hash: query.toHash } })
  } catch (error) {
    if (!(error instanceof NodeFault) || !isBlockHashUnsupported(error)) throw error
    node.learnt.logsTakeHash = false
    return node.logs(byNumber)
  }
}

/** Whether the node does not take hashes at all, rather than not knowing this one. */
export function isBlockHashUnsupported(fault: NodeFault): boolean {
  if (fault.kind !== 'refused' || isSizeRefusal(fault)) return false
  const isParameterFault = fault.code === -32602 || fault.code === -32601 || fault.code === -32600
  return isParameterFault && !/unknown|not found|no such|missing|canonical/i.test(fault.nodeMessage)
}

/** Null for what was not asked for. */
function readTransfer(log: NodeLog, query: TokenLogsQuery): TokenTransfer | null {
  const [topic, , recipient] = log.topics
  const token = query.tokens.find((one) => one.contract === log.address)
  if (token === undefined || topic !== TRANSFER_TOPIC || recipient === undefined) return null
  if (log.height < query.from || log.height > query.to) return null
  const to = addressOfWord(recipient)
  // One word is the value; a token that puts it elsewhere is not the one we look for.
  if (to === null || log.data.length !== 66) return null
  const value = BigInt(log.data)
  return value === 0n ? null : { asset: token.asset, to, value, log }
}
