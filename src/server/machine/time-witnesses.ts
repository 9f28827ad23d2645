import { isLoopback } from '#server/config/is-loopback.ts'
import type { Clock } from '#server/runtime/clock.ts'

/** What others say of the time: the nodes in their answers, and the blocks of the chains. */
export interface TimeWitnesses {
  /** In place of `globalThis.fetch`: reads the Date header of every answer. */
  readonly fetch: typeof globalThis.fetch
  /** The time of a chain's newest block. */
  noteBlock(chain: string, at: Date): void
  /** How far the shop's clock is ahead of what they say, in seconds, below zero: behind; null unless it is wrong. */
  aheadS(): number | null
}

/** A clock is wrong from here on. Dates of answers are rounded, and answers take a while. */
const WRONG_FROM_S = 60
/** No chain takes a block whose time is further ahead than two hours. */
const BLOCK_AHEAD_MAX_S = 7200
const FRESH_FOR_MS = 10 * 60_000

interface Said {
  /** By this machine itself, whose answers cannot show that its clock is right. */
  readonly isOwn: boolean
  readonly aheadS: number
  readonly countedMs: number
}

/** @param clock the shop's. */
export function createTimeWitnesses(
  clock: Clock,
  ask: typeof globalThis.fetch = globalThis.fetch,
): TimeWitnesses {
  const dates = new Map<string, Said>()
  const blocks = new Map<string, Said>()
  const fresh = (said: ReadonlyMap<string, Said>) =>
    [...said.values()].filter(({ countedMs }) => performance.now() - countedMs < FRESH_FOR_MS)
  const aheadOf = (at: Date) => (clock().getTime() - at.getTime()) / 1000

  return {
    fetch: async (input, init) => {
      const response = await ask(input, init)
      const at = new Date(response.headers.get('date') ?? '')
      if (Number.isNaN(at.getTime())) return response
      const { host, hostname } = new URL(input instanceof Request ? input.url : input)
      dates.set(host, { isOwn: isLoopback(hostname), aheadS: aheadOf(at), countedMs: performance.now() })
      return response
    },
    noteBlock: (chain, at) =>
      blocks.set(chain, { isOwn: false, aheadS: aheadOf(at), countedMs: performance.now() }),
    aheadS() {
      const ofDates = judgeWitnesses(fresh(dates))
      if (ofDates !== null || fresh(dates).length > 0) return ofDates
      // blocks may be old: only one of the future says something about the clock
      const ofFuture = fresh(blocks).filter(({ aheadS }) => aheadS < -BLOCK_AHEAD_MAX_S)
      return judgeWitnesses(ofFuture)
    },
  }
}

/**
 * The clock is wrong if more of those who tell the time contradict it than agree with it; one lying node alone beside an
 * honest one does not make it wrong. The least of what they say counts.
 */
export function judgeWitnesses(said: readonly Pick<Said, 'isOwn' | 'aheadS'>[]): number | null {
  const isAgainst = ({ aheadS }: { readonly aheadS: number }) => Math.abs(aheadS) >= WRONG_FROM_S
  const against = said.filter(isAgainst)
  const agreeing = said.filter((one) => !one.isOwn && !isAgainst(one))
  if (against.length === 0 || against.length <= agreeing.length) return null
  const [least = 0] = against.map(({ aheadS }) => aheadS).sort((a, b) => Math.abs(a) - Math.abs(b))
  return Math.round(least)
}
