import type { Atoms } from './money.ts'

/** A transfer to the order's address, as the chain shows it now. */
export interface Sighting {
  /** The transfer's id, which accepted transfers refer to. */
  readonly id: string
  /**
   * Only money of the order's own rail counts; other money needs a decision of the staff. `predates_order`: of any rail, in a
   * block that the shop had passed when the order was made, although the block's time is later.
   */
  readonly kind: 'rail' | 'wrong_network' | 'wrong_token' | 'predates_order'
  readonly atoms: Atoms
  /** When a reader first saw it, also in a mempool. A replacement of a payment that covered the order inherits this time. */
  readonly seenAt: Date
  /**
   * When a reader last listed the whole mempool without it, before it was first seen; it cannot have arrived earlier. Null if
   * the chain has no mempool, or if its mempool was not watched: then it may have arrived by the time of its block.
   */
  readonly unseenUntil: Date | null
  /** The time of its block (median time past on Bitcoin); null while unconfirmed. */
  readonly blockAt: Date | null
  /** Head − block + 1; 0 while unconfirmed. */
  readonly confirmations: number
  /** Whether it is as deep as the order's value requires. */
  readonly isSettled: boolean
  /** Whether the nodes said enough about it for the order's value: all were asked, none contradicts, or two agree. */
  readonly isAttested: boolean
  /** Whether two nodes agree about it, whatever the order's value requires. */
  readonly isAgreed: boolean
  /**
   * The value of late money, in atoms at the order's quote: at most its own atoms, less if the rate has fallen; null if no
   * rate is known for its time. Not used for money in time.
   */
  readonly lateAtoms: Atoms | null
  /** For money that does not count: whether the amount is negligible. For other money dust is computed from `atoms`. */
  readonly isDust: boolean
  /** Whether it may be gas to move the order's tokens away: little of the coin of the order's own chain. */
  readonly isSweepGas: boolean
}

/** A transfer that was seen and has disappeared. */
export interface Loss {
  readonly kind: 'replaced' | 'orphaned' | 'dropped'
}

/** What the chain shows about an order's address. */
export interface Evidence {
  readonly sightings: readonly Sighting[]
  readonly losses: readonly Loss[]
  /** Until when the order's chain was watched without a gap. An order expires only if its window ended before. */
  readonly watchedUntil: Date
  /** Since when the nodes give different answers; null if they agree, or if one node is enough. */
  readonly disagreeSince: Date | null
  /** Since when only the nodes' agreement is missing, as the last decision said; null if it is not. */
  readonly unagreedSince: Date | null
  /** Whether its keys would exceed what may leave on the word of a single node; not used once two nodes agree. */
  readonly isOverLimit: boolean
}
