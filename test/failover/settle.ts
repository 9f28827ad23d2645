import { until } from '#test/until.ts'
import { findBrokenWebhooks } from './judge-webhooks.ts'
import { broken, findBroken, type BrokenPromise, type Losses, type StoredOrder } from './judge.ts'
import type { World } from './world.ts'

const SETTLES_WITHIN_MS = 90_000
/** A webhook that was sent while its process was killed is sent again after a minute, at the next look at what is due. */
const WEBHOOKS_WITHIN_MS = 120_000

/** Waits until every order that is paid now is confirmed, mailed and told of; what is not by then is broken. */
export async function settle(world: World, losses: Losses): Promise<readonly BrokenPromise[]> {
  const paidNow = new Set(world.ledger.paid.keys())
  const judgeWith = (find: typeof findBrokenWebhooks) => async () => {
    const known = world.ledger.snapshot()
    const stored = await readOrders(world)
    return typeof stored === 'string'
      ? [broken('not-recovered', `orders cannot be read: ${stored}`)]
      : find(known, stored, losses, paidNow)
  }
  const found = await untilNoneLeft(judgeWith(findBroken), SETTLES_WITHIN_MS)
  if (!world.hasWebhooks) return found
  return [...found, ...(await untilNoneLeft(judgeWith(findBrokenWebhooks), WEBHOOKS_WITHIN_MS))]
}

async function untilNoneLeft(
  judge: () => Promise<readonly BrokenPromise[]>,
  withinMs: number,
): Promise<readonly BrokenPromise[]> {
  let found: readonly BrokenPromise[] = []
  await holds(
    async () => {
      found = await judge()
      return found.length === 0
    },
    withinMs,
    1_000,
  )
  return found
}

/** @returns why they could not be read, if another failover takes place meanwhile. */
async function readOrders(world: World): Promise<readonly StoredOrder[] | string> {
  try {
    return await world.readOrders()
  } catch (error) {
    return String(error)
  }
}

/** @returns whether a condition was true within a time. */
export async function holds(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
  everyMs = 50,
): Promise<boolean> {
  let isHeld = false
  const deadline = performance.now() + withinMs
  await until(
    async () => {
      isHeld = await condition()
      return isHeld || performance.now() > deadline
    },
    { withinMs: Infinity, everyMs },
  )
  return isHeld
}
