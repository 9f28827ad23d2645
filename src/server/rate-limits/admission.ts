import { AsyncLocalStorage } from 'node:async_hooks'

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
  /** Waits for something that costs the shop nothing: a step gives its place to others meanwhile, and is not slow by it. */
  aside<Result>(wait: () => Promise<Result>): Promise<Result>
}

/** The message of the code `BUSY`. */
export const BUSY_MESSAGE = 'Many people are ordering at this moment. Please try again in a few seconds.'

/** What a step may take on the average of a second, in ms: three calls make an order, and all of them shall take one second. */
const MOST_MEAN_MS = 333
/** How many steps may be under way: at the start and after a rest, and at the extremes. */
const ROOM = { usual: 160, least: 16, most: 1000 } as const
/** By how much the room changes in a second in which steps took too long, or were quick. */
const CHANGE = { slow: 0.7, quick: 1.25 } as const
/** Of the room: for those who begin, and of that for one client. */
const SHARE = { captcha: 0.8, order: 1, client: 0.8 } as const
const MOST_RETRY_S = 10

interface Second {
  done: number
  doneMs: number
  refused: number
}

/**
 * Counts the steps under way in this process and measures how long they take. While they take too long there is room for
 * fewer each second, down to what the shop does in a third of one; when they are quick there is room for more. Without it a thousand
 * buyers at once would all wait for eight seconds. One client takes no more than its share, so that who calls without a pause
 * leaves some of the room to who comes back later.
 *
 * @param nowMs a clock that is never set back.
 * @param random spreads those who come back; from 0 to 1.
 */
export function createAdmission(
  nowMs: () => number = () => performance.now(),
  random: () => number = Math.random,
): Admission {
  const steps = new AsyncLocalStorage<{ asideMs: number }>()
  const ofClients = new Map<string | null, number>()
  let underWay = 0
  let room: number = ROOM.usual
  let at = Math.floor(nowMs() / 1000)
  let last: Second = none()
  let current: Second = none()
  const turn = () => {
    const now = Math.floor(nowMs() / 1000)
    for (; at < now; at++) {
      room = nextRoom(room, current, underWay)
      last = current
      current = none()
      // from then on nothing changes any more
      if (room === ROOM.usual && now - at > 2) at = now - 2
    }
  }
  return {
    async admit(step, client, work, refuse) {
      turn()
      const forStep = room * SHARE[step]
      const ofClient = ofClients.get(client) ?? 0
      if (underWay >= forStep || (client !== null && ofClient >= Math.floor(forStep * SHARE.client))) {
        current.refused++
        return refuse(1 + Math.floor(random() * retryWithinS(last, current)))
      }
      const beganAt = nowMs()
      const own = { asideMs: 0 }
      underWay++
      ofClients.set(client, ofClient + 1)
      try {
        return await steps.run(own, work)
      } finally {
        turn()
        underWay--
        const left = (ofClients.get(client) ?? 1) - 1
        if (left === 0) ofClients.delete(client)
        else ofClients.set(client, left)
        current.done++
        current.doneMs += nowMs() - beganAt - own.asideMs
      }
    },
    async aside(wait) {
      const own = steps.getStore()
      if (own === undefined) return wait()
      const from = nowMs()
      underWay--
      try {
        return await wait()
      } finally {
        underWay++
        own.asideMs += nowMs() - from
      }
    },
  }
}

const none = (): Second => ({ done: 0, doneMs: 0, refused: 0 })

/** The room after a second. Where work hangs nothing is learned; more than usual is needed only where somebody was refused. */
function nextRoom(room: number, { done, doneMs, refused }: Second, underWay: number): number {
  const meanMs = done === 0 ? 0 : doneMs / done
  if (meanMs > MOST_MEAN_MS) return Math.max(ROOM.least, room * CHANGE.slow)
  if (meanMs > MOST_MEAN_MS / 2 || (done === 0 && underWay > 0)) return room
  if (room >= ROOM.usual && refused === 0) return ROOM.usual
  return Math.min(refused > 0 ? ROOM.most : ROOM.usual, room * CHANGE.quick)
}

/** Those who were refused in a second come back spread over as many as it takes to answer them. */
function retryWithinS(last: Second, current: Second): number {
  const donePerS = Math.max(last.done, current.done)
  const refusedPerS = Math.max(last.refused, current.refused)
  return Math.min(MOST_RETRY_S, 1 + Math.ceil(refusedPerS / (donePerS === 0 ? ROOM.usual : donePerS)))
}
