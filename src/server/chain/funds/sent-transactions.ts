import type { EvmNode } from '#server/chain/evm/evm-node.ts'
import { SETTLED_BLOCKS, type SentCounts, type SentSearch } from './fund-reader.ts'

/** Blocks read in one search. */
const SEARCHED_BLOCKS = 300
/** A block this far below the head is not replaced any more, as far as a search may rely on it. */
const REPLACEABLE_BLOCKS = 40

/** Counts what an account has sent. @param from `0x` and 40 hexadecimal digits. */
export async function countSent(node: EvmNode, from: string, head: number): Promise<SentCounts> {
  return {
    settled: await node.nonce(from, Math.max(head - SETTLED_BLOCKS, 0)),
    mined: await node.sentCount(from, false),
    pending: await node.sentCount(from, true),
  }
}

interface Search {
  /** `0x` and 40 hexadecimal digits. */
  readonly from: string
  readonly nonces: readonly number[]
  readonly scannedHeight: number
}

/** Finds mined transactions of an account by their numbers; see `AccountFunds.findSent`. */
export async function findSent(
  node: EvmNode,
  { from, nonces, scannedHeight }: Search,
  head: number,
): Promise<SentSearch> {
  const count = await node.sentCount(from, false)
  const sent = nonces.filter((nonce) => nonce < count)
  // what is sent later is in a later block, or in one that replaces one of the newest
  const settled = Math.max(scannedHeight, head - REPLACEABLE_BLOCKS)
  if (sent.length === 0) return { found: new Map(), scannedHeight: settled }
  const found = new Map<number, string>()
  const last = Math.min(head, scannedHeight + SEARCHED_BLOCKS)
  for (let height = scannedHeight + 1; height <= last && found.size < sent.length; height += 1) {
    const block = await node.fullBlock(height)
    for (const { from: sender, nonce, hash } of block?.transactions ?? [])
      if (sender === from && nonce !== undefined && sent.includes(nonce)) found.set(nonce, hash)
  }
  const isComplete = found.size === sent.length
  return { found, scannedHeight: Math.min(isComplete ? scannedHeight : last, settled) }
}
