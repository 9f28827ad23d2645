import type { CallTally } from '#server/chain/call-tally.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import { CHAINS, type ChainId } from '#shared/chains.ts'
import { openReaders, openTallies } from './open-readers.ts'

interface ChainsDeps {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly simChains: ReadonlyMap<ChainId, { readonly reader: ChainReader }>
}

interface OpenChains {
  /** Of every chain that has nodes or is simulated. */
  readonly readers: readonly ChainReader[]
  /** Of the chains that have nodes. */
  readonly nodeReaders: ReadonlyMap<ChainId, ChainReader>
  /** What the nodes are asked. */
  readonly tallies: ReadonlyMap<ChainId, CallTally>
  /** How many nodes are set for a chain. */
  readonly endpointCount: (chain: ChainId) => number
}

/** Opens the readers of all chains: over nodes where they are set, else the simulated one. */
export function openChains({ settings, clock, log, simChains }: ChainsDeps): OpenChains {
  const tallies = openTallies(settings, clock)
  const nodeReaders = openReaders(settings, { clock, log, tallies })
  const readers = CHAINS.flatMap((chain) => nodeReaders.get(chain) ?? simChains.get(chain)?.reader ?? [])
  return {
    readers,
    nodeReaders,
    tallies,
    endpointCount: (chain) => readers.find((reader) => reader.chain === chain)?.endpointCount ?? 0,
  }
}
