import type { Settings } from '#server/config/settings.ts'
import type { StoredChain } from '#server/db/inspect-chains.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { offeredChains } from '#shared/rails.ts'
import type { Finding } from './finding.ts'

/** Reports how far each chain was read, by which rule its blocks are final, and which nodes are left out. */
export function chainStateFindings(
  { chains, rails }: Settings,
  stored: readonly StoredChain[],
): readonly Finding[] {
  return offeredChains(rails).flatMap((chain): readonly Finding[] => {
    const state = stored.find((one) => one.chain === chain)
    if (chains[chain].isSimulated || state === undefined) return []
    const { fallbackDepth, hasTag } = CHAIN_TABLE[chain].finality
    const byDepth = `blocks are final ${String(fallbackDepth)} below the head`
    const finality = state.isFinalityReported
      ? `final up to ${String(state.finalized)}, as its nodes report`
      : hasTag
        ? `${byDepth}, since no node has reported finality yet`
        : byDepth
    const lastLook =
      state.watchedUntil === null
        ? 'never read to the head'
        : `last good look ${state.watchedUntil.toISOString()}`
    const findings: Finding[] = [
      {
        kind: 'ok',
        about: chain,
        message: `read up to block ${String(state.height)} of ${String(state.head)}; ${lastLook}; ${finality}`,
      },
    ]
    for (const node of state.leftOut)
      findings.push({
        kind: 'warning',
        about: chain,
        message: `${node} is left out: it is on another network, or its tokens are not the configured ones`,
      })
    if (state.refusedRead !== null)
      findings.push({
        kind: 'warning',
        about: chain,
        message: `its nodes refuse a read: ${state.refusedRead}`,
      })
    return findings
  })
}
