import { SingleBar } from 'cli-progress'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { createSimChain } from '#server/demo/sim-chain.ts'
import { openReaders } from '#server/shop/open-readers.ts'
import { loadCursor } from '#server/chain-watcher/cursor.ts'
import { rescanBlocks } from '#server/chain-watcher/rescan-blocks.ts'
import { isNetwork, railOf, NETWORKS } from '#shared/rails.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { readArguments } from './read-arguments.ts'
import { withDatabase, type CommandDeps } from './with-database.ts'

/** `rescan RAIL --from HEIGHT`: reads blocks again up to the cursor. A transfer found before is not counted twice. */
export async function runRescan(context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments(context, ['from'])
  const [network = '', ...rest] = positionals
  const from = /^\d{1,9}$/.test(values.from ?? '') ? Number(values.from) : -1
  if (!isNetwork(network) || rest.length > 0 || from < 0) {
    throw new UsageError(`expected a rail (${NETWORKS.join(', ')}) and --from HEIGHT`)
  }
  await withDatabase(context, async (deps) => {
    const { chain } = railOf(network)
    const reader = openReader(deps, chain)
    try {
      const cursor = await loadCursor(deps.database.db, chain)
      if (cursor === null) throw new CommandError(`${chain} was never read; start the shop first`)
      if (from > cursor.height)
        throw new CommandError(`${chain} has been read up to ${String(cursor.height)} only`)
      const bar = new SingleBar({
        format: '{bar} {percentage}% | block {value} of {total}',
        stream: process.stderr,
      })
      bar.start(cursor.height, from)
      const found = await rescanBlocks(
        deps.database.db,
        reader,
        { from, to: cursor.height },
        systemClock,
        (height) => {
          bar.update(height)
        },
      )
      bar.stop()
      context.out(
        `read ${chain} from ${String(from)} to ${String(cursor.height)}: ${String(found)} transfers to our addresses`,
      )
    } finally {
      await reader.close()
    }
  })
  return 0
}

function openReader({ settings, database, log }: CommandDeps, chain: ChainReader['chain']): ChainReader {
  if (settings.chains[chain].isSimulated) {
    const tokens = settings.chains[chain].tokens.map(({ asset }) => asset)
    return createSimChain({ db: database.db, chain, clock: systemClock, tokens }).reader
  }
  const reader = openReaders(settings, { clock: systemClock, log }).get(chain)
  if (reader === undefined) throw new CommandError(`${chain} has no node set`)
  return reader
}
