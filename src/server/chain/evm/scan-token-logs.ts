import type { TokenScan, Watch } from '#server/chain/chain-reader.ts'
import { NodeFault } from '#server/chain/node-http.ts'
import type { EvmNode } from './evm-node.ts'
import { isSizeRefusal, namedSpan } from './log-span.ts'
import { namedAddressesMax, readTokens, type ScanDeps } from './scan-blocks.ts'
import { watchedAddresses } from './watched-addresses.ts'

/**
 * Reads the token logs of blocks that were scanned before, from `from` up to at most `to`, both included, on one node; the
 * range shrinks if the node rejects it.
 *
 * @throws {ChainError} `'lags'` or `'inconsistent'` if the block of a transfer is not on the node's chain.
 */
export async function scanTokenLogs(
  node: EvmNode,
  deps: ScanDeps,
  from: number,
  to: number,
  watch: Watch,
): Promise<TokenScan> {
  const watched = await watchedAddresses(
    watch,
    namedAddressesMax(to - from + 1, deps.logDensity),
    deps.chain.codec,
  )
  if (watched.few?.length === 0) return { upTo: to, transfers: [] }
  const span = watched.few === null ? node.learnt.wholeSpan : node.learnt.filteredSpan
  for (;;) {
    const upTo = Math.min(to, from + span.blocks - 1)
    try {
      const range = { from, to: upTo, toHash: null, known: [], returnedUpTo: -1 }
      const transfers = await readTokens(node, deps, range, watched)
      span.worked()
      return { upTo, transfers }
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error
      const mayBeSize = isSizeRefusal(error)
      const hasShrunk =
        (mayBeSize || error.kind === 'slow') && span.shrink(upTo - from + 1, namedSpan(error.nodeMessage))
      if (!mayBeSize || !hasShrunk) throw error
    }
  }
}
