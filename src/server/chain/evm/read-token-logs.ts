import { NodeFault } from '#server/chain/node-http.ts'
import type { Asset } from '#shared/assets.ts'
import type { WatchedToken } from './evm-chains.ts'
import type { EvmNode, LogFilter } from './evm-node.ts'
import type { NodeLog } from './node-objects.ts'
import { isSizeRefusal } from './log-span.ts'
import { addressOfWord, addressWord, TRANSFER_TOPIC } from './wire-format.ts'

/** Addresses per topic position: nodes accept 1,000 (geth, Nethermind, Erigon, java-tron), some providers fewer. */
export const TOPIC_CHUNK = 500

/** A token transfer read from a log; `value` in the token's atoms. Source: EIP-20. */
export interface TokenTransfer {
  readonly asset: Asset
  /** `0x` and 40 lower-case hexadecimal digits. */
  readonly to: string
  readonly value: bigint
  readonly log: NodeLog
}

/** A query for token transfers in a range of blocks, both ends included. */
export interface TokenLogsQuery {
  /** At least one token. */
  readonly tokens: readonly WatchedToken[]
  readonly from: number
  readonly to: number
  /** Hash of block `to`; null if it is not known, then a single block is requested by its number. */
  readonly toHash: string | null
  /** `0x` and 40 lower-case hexadecimal digits each; null for transfers to any address. */
  readonly recipients: readonly string[] | null
}

/**
 * Reads the tokens' transfers in blocks `from` to `to`, both included. Each log is checked against the query;
 * zero values and duplicates are dropped.
 *
 * @throws {NodeFault} if the node returns an error; see isSizeRefusal for errors that a smaller range avoids.
 */
export async function readTokenLogs(node: EvmNode, query: TokenLogsQuery): Promise<readonly TokenTransfer[]> {
  const found = new Map<string, TokenTransfer>()
  for (const recipients of chunked(query.recipients)) {
    const requested = recipients === null ? null : new Set(recipients)
    for (const log of await askLogs(node, query, recipients)) {
      const transfer = readTransfer(log, query, requested)
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
 * A single block is requested by its hash: behind a load balancer, a machine without the block then returns an error, while
 * for a request by number it would return no logs.
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
  if (query.from !== query.to || query.toHash === null || !node.learnt.logsTakeHash)
    return node.logs(byNumber)
  try {
    return await node.logs({ ...filter, blocks: { hash: query.toHash } })
  } catch (error) {
    if (!(error instanceof NodeFault) || !isBlockHashUnsupported(error)) throw error
    node.learnt.logsTakeHash = false
    return node.logs(byNumber)
  }
}

/** Whether the node does not support requests by block hash, as opposed to not knowing this block. */
export function isBlockHashUnsupported(fault: NodeFault): boolean {
  if (fault.kind !== 'refused' || isSizeRefusal(fault)) return false
  const isParameterFault = fault.code === -32602 || fault.code === -32601 || fault.code === -32600
  return isParameterFault && !/unknown|not found|no such|missing|canonical/i.test(fault.nodeMessage)
}

/**
 * Null for a value of zero.
 *
 * @throws {NodeFault} `'malformed'` for a log that was not requested: a node that returns it may omit others.
 */
function readTransfer(
  log: NodeLog,
  query: TokenLogsQuery,
  recipients: ReadonlySet<string> | null,
): TokenTransfer | null {
  const [topic, , recipient] = log.topics
  const token = query.tokens.find((one) => one.contract === log.address)
  // the data is the value, one word
  const isTransfer = topic === TRANSFER_TOPIC && log.topics.length === 3 && log.data.length === 66
  const to = recipient === undefined ? null : addressOfWord(recipient)
  if (token === undefined || !isTransfer || to === null) throw notRequested('another transfer')
  if (log.height < query.from || log.height > query.to) throw notRequested('a log of another block')
  if (recipients !== null && !recipients.has(to)) throw notRequested('a log of another recipient')
  const value = BigInt(log.data)
  return value === 0n ? null : { asset: token.asset, to, value, log }
}

function notRequested(what: string): NodeFault {
  return new NodeFault('malformed', `eth_getLogs: the node returned ${what} than those requested`)
}
