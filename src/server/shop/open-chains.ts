import type { CallTally } from '#server/chain/call-tally.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { TimeWitnesses } from '#server/machine/time-witnesses.ts'
import type { Log } from '#server/runtime/log.ts'
import { CHAINS, type ChainId } from '#shared/chains.ts'
import { openReaders, openTallies } from './open-readers.ts'

interface ChainsDeps {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly machine: { readonly witnesses: TimeWitnesses }
  readonly simChains: ReadonlyMap<ChainId, { readonly reader: ChainReader }>
}

interface OpenChains {
  /** The readers of all chains that have nodes or are simulated. */
  readonly readers: readonly ChainReader[]
  /** The readers of chains that have nodes. */
  readonly nodeReaders: ReadonlyMap<ChainId, ChainReader>
  /** Counts of the calls to nodes. */
  readonly tallies: ReadonlyMap<ChainId, CallTally>
  /** The number of nodes configured for a chain. */
  readonly endpointCount: (chain: ChainId) => number
}

/** Opens the readers of all chains: of the configured nodes, or of the simulated chain. */
export function openChains({ settings, clock, log, machine, simChains }: ChainsDeps): OpenChains {
  const { witnesses } = machine
  const tallies = openTallies(settings, clock, witnesses.fetch)
  const opened = openReaders(settings, { clock, log, tallies })
  const nodeReaders = new Map([...opened].map(([chain, reader]) => [chain, tellBlocks(reader, witnesses)]))
  const readers = CHAINS.flatMap((chain) => nodeReaders.get(chain) ?? simChains.get(chain)?.reader ?? [])
  return {
    readers,
    nodeReaders,
    tallies,
    endpointCount: (chain) => readers.find((reader) => reader.chain === chain)?.endpointCount ?? 0,
  }
}

/** The newest block of a chain tells the time, roughly. */
function tellBlocks(reader: ChainReader, witnesses: TimeWitnesses): ChainReader {
  return {
    ...reader,
    head: async (...asked) => {
      const head = await reader.head(...asked)
      witnesses.noteBlock(reader.chain, head.at)
      return head
    },
  }
}
