import { setTimeout as delay } from 'node:timers/promises'
import {
  ChainError,
  type ChainReader,
  type Attestation,
  type FoundTransfer,
} from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'
import { DEMO_LAG_BLOCKS, type DemoFault } from '#shared/demo-wallet-api.ts'
import type { SimChain } from './sim-chain.ts'

/** The faults that visitors of a demo have caused, in this process: a restart repairs them. */
export interface DemoFaults {
  of(chain: ChainId): DemoFault | null
  set(chain: ChainId, fault: DemoFault | null): void
  /** Whether a chain has a transfer that only its first node shows. Then there is a second node to be asked. */
  hasInvented(chain: ChainId): boolean
  noteInvented(chain: ChainId): void
  isMailStopped(): boolean
  stopMail(isStopped: boolean): void
}

/** Creates the faults of a demo; none at first, but for the transfers invented before. */
export async function openDemoFaults(db: Db): Promise<DemoFaults> {
  const faults = new Map<ChainId, DemoFault>()
  const rows = await db
    .selectFrom('sim_transactions')
    .select('chain')
    .distinct()
    .where('is_invented', '=', true)
    .execute()
  const invented = new Set<string>(rows.map((row) => row.chain))
  let isMailStopped = false
  return {
    of: (chain) => faults.get(chain) ?? null,
    set: (chain, fault) => void (fault === null ? faults.delete(chain) : faults.set(chain, fault)),
    hasInvented: (chain) => invented.has(chain),
    noteInvented: (chain) => void invented.add(chain),
    isMailStopped: () => isMailStopped,
    stopMail: (isStopped) => void (isMailStopped = isStopped),
  }
}

/** A node that says nothing is given up after this long; a real one after 15 s. */
const SILENT_MS = 2000

/** A simulated chain whose node and blocks fail as the visitors of the demo ask. */
export function faultySimChain(sim: SimChain, faults: DemoFaults, db: Db): SimChain {
  return {
    ...sim,
    reader: faultyReader(sim.reader, faults, db),
    tick: async (agesMs) => {
      if (faults.of(sim.chain) !== 'no_blocks') await sim.tick(agesMs)
    },
  }
}

function faultyReader(inner: ChainReader, faults: DemoFaults, db: Db): ChainReader {
  const { chain } = inner
  const checked =
    <Args extends unknown[], Answer>(step: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      await failAsAsked(chain, faults.of(chain))
      return step(...args)
    }
  const head = checked(async () => {
    const newest = await inner.head()
    if (faults.of(chain) !== 'lags') return newest
    return (await inner.blockAt(Math.max(0, newest.height - DEMO_LAG_BLOCKS))) ?? newest
  })
  return {
    ...inner,
    get endpointCount() {
      return faults.hasInvented(chain) ? 2 : inner.endpointCount
    },
    head,
    finality: checked(inner.finality),
    blockAt: checked(async (height) =>
      faults.of(chain) === 'lags' && height > (await head()).height ? null : inner.blockAt(height),
    ),
    scan: checked(async (from, to, watch) => {
      const scanned = await inner.scan(from, to, watch)
      if (faults.of(chain) !== 'hides_logs' || scanned.transfers.length === 0) return scanned
      // once: the next answer is whole again
      faults.set(chain, null)
      return { ...scanned, transfers: [] }
    }),
    unconfirmed: checked(inner.unconfirmed),
    isReplaced: checked(inner.isReplaced),
    hiddenInflows: checked(inner.hiddenInflows),
    tokenBalances: checked(inner.tokenBalances),
    isFrozen: checked(inner.isFrozen),
    attest: async (transfers) => {
      const answers = await inner.attest(transfers)
      return faults.hasInvented(chain) ? attestedBy(db, chain, transfers, answers) : answers
    },
    findPayout: checked(inner.findPayout),
  }
}

async function failAsAsked(chain: ChainId, fault: DemoFault | null): Promise<void> {
  if (fault === 'errors') throw new ChainError(chain, 'down', 'the node answers with an error (-32603)')
  if (fault !== 'silent') return
  await delay(SILENT_MS)
  throw new ChainError(chain, 'down', 'the node does not answer')
}

/** Adds what an honest second node says: the same as the first, but it does not know what that one has made up. */
async function attestedBy(
  db: Db,
  chain: ChainId,
  transfers: readonly FoundTransfer[],
  answers: readonly (readonly Attestation[])[],
): Promise<readonly (readonly Attestation[])[]> {
  const rows = await db
    .selectFrom('sim_transactions')
    .select('tx_hash')
    .where('chain', '=', chain)
    .where('is_invented', '=', true)
    .execute()
  const invented = new Set(rows.map((row) => row.tx_hash))
  return answers.map((first, index) => {
    const [one] = first
    if (one === undefined) return first
    const says = invented.has(transfers[index]?.txHash ?? '') ? ('disagrees' as const) : one.says
    return [...first, { ...one, endpoint: `${chain} simulation 2`, says }]
  })
}
