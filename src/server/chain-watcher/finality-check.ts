import { ChainError, type Block, type ChainReader, type Finality } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { loadFinality } from './cursor.ts'

/** The finality of a chain during one poll. */
interface FinalityAtHead {
  /** The highest height that was ever final; it never falls while the chain keeps its blocks. */
  readonly height: number
  /** What was read now; null if nothing waits for it, if it was read at this head before, or if it could not be read. */
  readonly read: Finality | null
  /** Why it could not be read. What does not need finality is still settled; then the poll fails with it. */
  readonly fault: ChainError | null
}

/** Reads how far a chain is final. */
export interface FinalityCheck {
  look(head: Block): Promise<FinalityAtHead>
}

/** Creates the check of a chain's finality: at most one call for each head, and none while nothing waits for it. */
export function createFinalityCheck(db: Db, reader: ChainReader): FinalityCheck {
  let readAt: string | null = null
  return {
    look: async (head) => {
      const known = await loadFinality(db, reader.chain)
      if (!known.isAwaited || readAt === head.hash) return { height: known.height, read: null, fault: null }
      try {
        const read = await reader.finality(head, known.wasReported)
        readAt = head.hash
        return { height: Math.max(known.height, read.height), read, fault: null }
      } catch (error) {
        if (!(error instanceof ChainError)) throw error
        return { height: known.height, read: null, fault: error }
      }
    },
  }
}
