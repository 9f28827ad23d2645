import { ChainError } from '#server/chain/chain-reader.ts'
import { createSimChain } from '#server/demo/sim-chain.ts'
import { advanceWallet, type AdvancedWallet } from '#server/recovery/advance-wallet.ts'
import { completePart, type Recovery } from '#server/recovery/recoveries.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { openReaders } from '#server/shop/open-readers.ts'
import { CHAINS, CHAIN_TABLE, WALLETS } from '#shared/chains.ts'
import { CommandError, type CommandContext } from './command.ts'
import type { CommandDeps } from './with-database.ts'

/**
 * Moves the next address of every extended public key past what the lost database may have handed out.
 *
 * @throws {CommandError} if a node does not answer: `restore --resume` goes on.
 */
export async function advanceWallets(
  { say, out }: CommandContext,
  { settings, database: { db }, log }: CommandDeps,
  recovery: Recovery,
  skip: number | null,
): Promise<void> {
  if (recovery.addresses_done_at !== null) return
  const nodes = openReaders(settings, { clock: systemClock, log })
  const readers = CHAINS.flatMap((chain) => {
    if (!settings.chains[chain].isSimulated) return nodes.get(chain) ?? []
    const tokens = settings.chains[chain].tokens.map(({ asset }) => asset)
    return createSimChain({ db, chain, clock: systemClock, tokens }).reader
  })
  try {
    for (const wallet of WALLETS) {
      const xpub = settings.wallets[wallet]
      const own = readers.filter(({ chain }) => CHAIN_TABLE[chain].wallet === wallet)
      if (xpub === null || own.length === 0) continue
      say(`${wallet}: asking ${own.map(({ chain }) => chain).join(', ')} which addresses were used`)
      const onProgress = (asked: number) => {
        say(`${wallet}: ${String(asked)} addresses asked about`)
      }
      const deps = { db, clock: systemClock, xpub, readers: own, onProgress }
      describe(out, wallet, await advanceWallet(deps, recovery, skip))
    }
    await db.transaction().execute((tx) => completePart(tx, recovery, 'addresses_done_at', systemClock()))
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    throw new CommandError(`${error.message}; run "restore --resume" when the node answers`, { cause: error })
  } finally {
    await Promise.all([...nodes.values()].map((reader) => reader.close()))
  }
}

function describe(
  out: CommandContext['out'],
  wallet: string,
  { from, to, gapLimit, used }: AdvancedWallet,
): void {
  out(`${wallet}: the next order gets index ${String(to)}, ${String(to - from)} are skipped`)
  if (to > from) out(`${wallet}: set the gap limit of your wallet to at least ${String(gapLimit)}`)
  for (const { index, address, chain } of used)
    out(`${wallet}: index ${String(index)} was used on ${chain} by an order that is missing here: ${address}`)
}
