import { ChainError, type ChainReader, type FoundTransfer } from '#server/chain/chain-reader.ts'
import { isNative } from '#shared/assets.ts'
import type { NodeFaults } from './lab.ts'

export interface FaultyReader {
  readonly reader: ChainReader
  readonly faults: NodeFaults
  lag(blocks: number): void
  refuseBalances(isRefused: boolean): void
  /** Omits the token transfers of the newest blocks, without an error. */
  lagLogs(blocks: number): void
}

/** Wraps the reader of a simulated chain; it fails on request with the errors of the real readers. */
export function faultyReader(inner: ChainReader): FaultyReader {
  const { chain } = inner
  let calls = 0
  let limitedCall = 0
  let cutFrom = Number.POSITIVE_INFINITY
  let behind = 0
  let refusesBalances = false
  let logsBehind = 0
  const countCall = () => {
    calls += 1
    if (calls >= cutFrom) throw new ChainError(chain, 'down', 'no answer')
    if (calls === limitedCall) throw new ChainError(chain, 'limited', 'slow down', { retryAfterMs: 1000 })
  }
  const failing =
    <Args extends unknown[], Answer>(step: (...args: Args) => Promise<Answer>) =>
    async (...args: Args) => {
      countCall()
      return step(...args)
    }
  const ofBalances =
    <Args extends unknown[], Answer>(step: (...args: Args) => Promise<Answer>) =>
    async (...args: Args) => {
      if (refusesBalances) throw new ChainError(chain, 'down', 'the method eth_call is not available')
      return failing(step)(...args)
    }
  const withLogs = async <Found extends { readonly transfers: readonly FoundTransfer[] }>(
    scan: Promise<Found>,
  ): Promise<Found> => {
    const found = await scan
    const newest = (await inner.head()).height - logsBehind
    const isShown = ({ asset, block }: FoundTransfer) =>
      isNative(chain, asset) || (block?.height ?? 0) <= newest
    return { ...found, transfers: found.transfers.filter(isShown) }
  }
  const headHeight = async () => (await inner.head()).height - behind
  const reader: ChainReader = {
    ...inner,
    head: failing(async () => {
      const head = await inner.head()
      if (behind === 0) return head
      const block = await inner.blockAt(head.height - behind)
      if (block === null) throw new ChainError(chain, 'inconsistent', 'too far behind')
      return block
    }),
    finality: failing(inner.finality),
    blockAt: failing(async (height) => (height > (await headHeight()) ? null : inner.blockAt(height))),
    scan: failing((...range) => withLogs(inner.scan(...range))),
    scanTokens: (...range) => {
      const scan = inner.scanTokens(...range)
      return scan === null ? null : failing(() => withLogs(scan))()
    },
    recordedTransfers: failing(inner.recordedTransfers),
    unconfirmed: failing(inner.unconfirmed),
    isReplaced: failing(inner.isReplaced),
    knowsTransaction: failing(inner.knowsTransaction),
    hiddenInflows: ofBalances(inner.hiddenInflows),
    tokenBalances: ofBalances(inner.tokenBalances),
    isFrozen: failing(inner.isFrozen),
    usedAddresses: failing(inner.usedAddresses),
    findPayout: failing(inner.findPayout),
    lookUpPayment: failing(inner.lookUpPayment),
  }
  return {
    reader,
    lag: (blocks) => void (behind = blocks),
    lagLogs: (blocks) => void (logsBehind = blocks),
    refuseBalances: (isRefused) => void (refusesBalances = isRefused),
    faults: {
      goDown: () => Promise.resolve(void (cutFrom = 0)),
      limitCallAt: (call) => void (limitedCall = calls + call),
      goDownAtCall: (call) => void (cutFrom = calls + call),
      rewriteAnswers: () => {
        throw new Error('the simulation has one node, which cannot answer differently')
      },
      repair() {
        limitedCall = 0
        cutFrom = Number.POSITIVE_INFINITY
        return Promise.resolve()
      },
    },
  }
}
