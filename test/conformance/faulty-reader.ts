import { ChainError, type ChainReader } from '#server/chain/chain-reader.ts'
import type { NodeFaults } from './lab.ts'

export interface FaultyReader {
  readonly reader: ChainReader
  readonly faults: NodeFaults
  lag(blocks: number): void
}

/** Wraps the reader of a simulated chain; it fails on request with the errors of the real readers. */
export function faultyReader(inner: ChainReader): FaultyReader {
  const { chain } = inner
  let asked = 0
  let limitedCall = 0
  let cutFrom = Number.POSITIVE_INFINITY
  let behind = 0
  const take = () => {
    asked += 1
    if (asked >= cutFrom) throw new ChainError(chain, 'down', 'no answer')
    if (asked === limitedCall) throw new ChainError(chain, 'limited', 'slow down', { retryAfterMs: 1000 })
  }
  const through =
    <Args extends unknown[], Answer>(step: (...args: Args) => Promise<Answer>) =>
    async (...args: Args) => {
      take()
      return step(...args)
    }
  const headHeight = async () => (await inner.head()).height - behind
  const reader: ChainReader = {
    ...inner,
    head: through(async () => {
      const head = await inner.head()
      if (behind === 0) return head
      const block = await inner.blockAt(head.height - behind)
      if (block === null) throw new ChainError(chain, 'inconsistent', 'too far behind')
      return { ...block, finalizedHeight: Math.max(0, head.finalizedHeight - behind) }
    }),
    blockAt: through(async (height) => (height > (await headHeight()) ? null : inner.blockAt(height))),
    scan: through(inner.scan),
    unconfirmed: through(inner.unconfirmed),
    isReplaced: through(inner.isReplaced),
    hiddenInflows: through(inner.hiddenInflows),
    tokenBalance: through(inner.tokenBalance),
    hasHistory: through(inner.hasHistory),
    findPayout: through(inner.findPayout),
  }
  return {
    reader,
    lag: (blocks) => void (behind = blocks),
    faults: {
      down: () => Promise.resolve(void (cutFrom = 0)),
      limitAt: (call) => void (limitedCall = asked + call),
      cutAt: (call) => void (cutFrom = asked + call),
      lie: () => {
        throw new Error('the simulation has one node, which does not lie')
      },
      heal() {
        limitedCall = 0
        cutFrom = Number.POSITIVE_INFINITY
        return Promise.resolve()
      },
    },
  }
}
