import { TOP_UP_S } from './constants.ts'
import type { Sighting } from './evidence.ts'

/** What is known about the time of a transfer. */
export type ArrivalFacts = Pick<Sighting, 'seenAt' | 'unseenUntil' | 'blockAt'>

/**
 * How long after the end of the window a transfer arrived, in milliseconds; 0 or less if it was in time.
 *
 * A transfer is in time if it arrived in the window and its block, once it has one, is at most {@link TOP_UP_S} after the
 * window. The second condition bounds the time for which a quote is kept: a transaction with a low fee could otherwise be
 * confirmed whenever the rate suits the sender.
 */
export function lateByMs(facts: ArrivalFacts, expiresAt: Date): number {
  const arrivedMs = arrivedAt(facts).getTime() - expiresAt.getTime()
  const minedMs = facts.blockAt === null ? 0 : facts.blockAt.getTime() - expiresAt.getTime()
  return arrivedMs <= 0 && minedMs > TOP_UP_S * 1000 ? minedMs : arrivedMs
}

/** When it was first seen or the time of its block, whichever is earlier, but not while a reader would have seen it. */
function arrivedAt({ seenAt, unseenUntil, blockAt }: ArrivalFacts): Date {
  if (blockAt === null) return seenAt
  const earliest = unseenUntil !== null && unseenUntil > blockAt ? unseenUntil : blockAt
  return earliest < seenAt ? earliest : seenAt
}
