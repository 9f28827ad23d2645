/** The steps of an order that cost the shop most. Whoever has begun is let in before somebody who begins. */
export type BuyingStep = 'captcha' | 'order'

/** Lets in as many buyers as are answered soon, and refuses others at once. */
export interface Admission {
  /** Does the work of a step, or if there is no room for it what `refuse` does. */
  admit<Done, Refused>(
    step: BuyingStep,
    work: () => Promise<Done>,
    refuse: (retryAfterS: number) => Refused,
  ): Promise<Done | Refused>
}

/** The message of the code `BUSY`. */
export const BUSY_MESSAGE = 'Many people are ordering at this moment. Please try again in a few seconds.'

/** How much work may lie before a step, in seconds: three calls make an order, and all of them shall take one. */
const WAIT_S: Readonly<Record<BuyingStep, number>> = { captcha: 0.3, order: 0.6 }
/** As many are always let in, also where nothing was measured yet. */
const ALWAYS: Readonly<Record<BuyingStep, number>> = { captcha: 32, order: 64 }
const WINDOW_MS = 1000
const MOST_RETRY_S = 10

/**
 * Counts the work under way in this process, and how much of it is done in a second. Without it a thousand buyers at once
 * would all wait for eight seconds; so each of them waits for less than one or is told when to come back.
 *
 * @param nowMs a clock that is never set back.
 * @param random spreads those who come back; from 0 to 1.
 */
export function createAdmission(
  nowMs: () => number = () => performance.now(),
  random: () => number = Math.random,
): Admission {
  const done = createRate(nowMs)
  const refused = createRate(nowMs)
  let underWay = 0
  return {
    async admit(step, work, refuse) {
      if (underWay >= Math.max(ALWAYS[step], done.perSecond() * WAIT_S[step])) {
        refused.count()
        const mostS = retryWithinS(refused.perSecond(), done.perSecond())
        return refuse(1 + Math.floor(random() * mostS))
      }
      underWay++
      try {
        return await work()
      } finally {
        underWay--
        done.count()
      }
    },
  }
}

/**
 * Those who were refused in a second come back spread over so many that no more come at once than are answered, or are let in
 * where nothing was measured.
 */
function retryWithinS(refusedPerS: number, donePerS: number): number {
  return Math.min(MOST_RETRY_S, 1 + Math.ceil(refusedPerS / Math.max(ALWAYS.captcha, donePerS)))
}

/** Counts events; the rate is that of the last whole second, or of the one under way if it has more already. */
function createRate(nowMs: () => number) {
  let window = 0
  let [before, current] = [0, 0]
  const turn = () => {
    const now = Math.floor(nowMs() / WINDOW_MS)
    if (now === window) return
    ;[before, current] = [now === window + 1 ? current : 0, 0]
    window = now
  }
  return {
    count() {
      turn()
      current++
    },
    perSecond() {
      turn()
      return Math.max(before, current)
    },
  }
}
