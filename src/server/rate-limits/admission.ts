/** The steps of an order that cost the shop most. Whoever has begun is let in before somebody who begins. */
export type BuyingStep = 'captcha' | 'order'

/** Lets in as many buyers as are answered soon, and refuses others at once. */
export interface Admission {
  /**
   * Does the work of a step, or if there is no room for it what `refuse` does.
   *
   * @param client from `clientOf(request)`; null for a program with a token.
   */
  admit<Done, Refused>(
    step: BuyingStep,
    client: string | null,
    work: () => Promise<Done>,
    refuse: (retryAfterS: number) => Refused,
  ): Promise<Done | Refused>
}

/** The message of the code `BUSY`. */
export const BUSY_MESSAGE = 'Many people are ordering at this moment. Please try again in a few seconds.'

/** How much work may lie before a step, in seconds: three calls make an order, and all of them shall take one. */
const WAIT_S: Readonly<Record<BuyingStep, number>> = { captcha: 0.3, order: 0.6 }
/** As many are always let in, also where nothing was measured yet. */
const ALWAYS: Readonly<Record<BuyingStep, number>> = { captcha: 128, order: 160 }
/** Of the room, for one client. */
const CLIENT_SHARE = 0.8
const WINDOW_MS = 1000
const MOST_RETRY_S = 10

/**
 * Counts the work under way in this process, and how much of it is done in a second. Without it a thousand buyers at once
 * would all wait for eight seconds; so each of them waits for less than one or is told when to come back. One client takes no
 * more than its share, so that who calls without a pause leaves some of the room to who comes back later.
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
  const ofClients = new Map<string | null, number>()
  let underWay = 0
  return {
    async admit(step, client, work, refuse) {
      const room = Math.max(ALWAYS[step], done.perSecond() * WAIT_S[step])
      const ofClient = ofClients.get(client) ?? 0
      if (underWay >= room || (client !== null && ofClient >= Math.floor(room * CLIENT_SHARE))) {
        refused.count()
        const mostS = retryWithinS(refused.perSecond(), done.perSecond())
        return refuse(1 + Math.floor(random() * mostS))
      }
      underWay++
      ofClients.set(client, ofClient + 1)
      try {
        return await work()
      } finally {
        underWay--
        const left = (ofClients.get(client) ?? 1) - 1
        if (left === 0) ofClients.delete(client)
        else ofClients.set(client, left)
        done.count()
      }
    },
  }
}

/** Those who were refused in a second come back spread over as many as it takes to answer them. */
function retryWithinS(refusedPerS: number, donePerS: number): number {
  const rate = donePerS === 0 ? ALWAYS.captcha : donePerS
  return Math.min(MOST_RETRY_S, 1 + Math.ceil(refusedPerS / rate))
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
