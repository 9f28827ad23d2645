import { sql } from 'kysely'
import type { ChainReader, FoundTransfer } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { Loss } from '#shared/evidence.ts'
import { CursorMovedError, lockCursor, type Cursor } from './cursor.ts'
import { holdMempoolListing } from './mempool-listing.ts'
import { markForSettling } from './store-transfers.ts'

/** A complete list of the mempool, and the state of the database that it was compared with. */
interface MempoolList {
  /** All unconfirmed transfers to watched addresses. */
  readonly present: readonly FoundTransfer[]
  /** Where the cursor is after the chain was read up to its head. */
  readonly cursor: Cursor
  /** When the mempool was listed before; see {@link holdMempoolListing}. */
  readonly previous: Date | null
}

/** Finds transactions that have left the mempool. */
export interface MissingTransfers {
  /**
   * Marks the transfers of transactions that are gone as lost. Safe only after the chain was read up to its head after the
   * mempool: by then a transaction that has just been mined is found in its block.
   *
   * @throws {CursorMovedError} if another process reads the chain: what it has stored is newer.
   */
  mark(list: MempoolList, now: Date): Promise<void>
}

/** A transaction counts as dropped only if it is missing from this many lists … */
const LISTS_MIN = 3
/** … for this long: mempools differ, and a node that was restarted has to load its own. */
const MISSING_MIN_MS = 2 * 60_000
/** If a node cannot be asked about a missing transaction, it is waited for this long. */
const UNANSWERED_MAX_MS = 24 * 3600_000

interface Absence {
  readonly sinceMs: number
  readonly lists: number
}

interface UnconfirmedTransaction {
  readonly tx_hash: string
  readonly inputs: readonly string[]
}

/** Creates the search. It remembers since when transactions are missing; after a restart it begins anew. */
export function createMissingTransfers(db: Db, reader: ChainReader): MissingTransfers {
  const absences = new Map<string, Absence>()

  const lossOf = async (gone: UnconfirmedTransaction, absence: Absence, nowMs: number) => {
    const isReplaced = await reader.isReplaced(gone.tx_hash, gone.inputs)
    const missingMs = nowMs - absence.sinceMs
    if (!isReplaced && (absence.lists < LISTS_MIN || missingMs < MISSING_MIN_MS)) return null
    const isKnown = await reader.knowsTransaction(gone.tx_hash)
    if (isKnown === true) return null
    if (isReplaced) return 'replaced'
    return isKnown === null && missingMs < UNANSWERED_MAX_MS ? null : 'dropped'
  }

  return {
    mark: async (list, now) => {
      const present = new Set(list.present.map((one) => one.txHash))
      const unconfirmed = await unconfirmedTransactions(db, reader)
      const missing = unconfirmed.filter((one) => !present.has(one.tx_hash))
      const names = new Set(missing.map((one) => one.tx_hash))
      for (const name of absences.keys()) if (!names.has(name)) absences.delete(name)
      for (const gone of missing) {
        const before = absences.get(gone.tx_hash) ?? { sinceMs: now.getTime(), lists: 0 }
        const absence = { ...before, lists: before.lists + 1 }
        absences.set(gone.tx_hash, absence)
        const loss = await lossOf(gone, absence, now.getTime())
        if (loss !== null) await markLost(db, reader, list, { ...gone, loss }, now)
      }
    },
  }
}

async function unconfirmedTransactions(
  db: Db,
  reader: ChainReader,
): Promise<readonly UnconfirmedTransaction[]> {
  const { rows } = await sql<UnconfirmedTransaction>`
    select distinct on (tx_hash) tx_hash, inputs from transfers
    where chain = ${reader.chain} and block_height is null and lost_at is null
    order by tx_hash`.execute(db)
  return rows
}

async function markLost(
  db: Db,
  reader: ChainReader,
  { cursor, previous }: MempoolList,
  gone: { readonly tx_hash: string; readonly loss: Loss['kind'] },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockCursor(tx, reader.chain, cursor))) throw new CursorMovedError(reader.chain, cursor)
    await holdMempoolListing(tx, reader.chain, previous)
    const lost = await tx
      .updateTable('transfers')
      .set({ lost_at: now, lost_as: gone.loss })
      .where('chain', '=', reader.chain)
      .where('tx_hash', '=', gone.tx_hash)
      .where('block_height', 'is', null)
      .where('lost_at', 'is', null)
      .returning('payment_id')
      .execute()
    await markForSettling(tx, [...new Set(lost.map((one) => one.payment_id))])
  })
}
