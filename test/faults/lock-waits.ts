import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { processIdOf, type Connections, type Session } from './connections.ts'

/** A statement that takes longer may wait for a lock; asking costs as much as a statement, so that it is done less and less. */
export const LOOK_AFTER_MS = 2
const LOOK_EVERY_MS = 64

/**
 * Waits until a session's statement is answered, or waits for a lock whose holder is at rest.
 *
 * @param onDeadlock called after the statement was cancelled, since it waited for itself.
 */
export async function waitForAnswer(
  session: Session,
  connections: Connections,
  firstLookMs: number,
  onDeadlock: () => void,
): Promise<'done' | 'blocked'> {
  const { client, pending } = session
  if (client === null || pending === null) return 'done'
  const isDone = pending.then(() => true)
  for (let ms = firstLookMs; ; ms = Math.min(2 * ms + 1, LOOK_EVERY_MS)) {
    const left = ms === 0 ? Promise.resolve(false) : delay(ms, false)
    if (!mayWait(session, connections) ? await isDone : await Promise.race([isDone, left])) {
      session.pending = null
      return 'done'
    }
    const blockers = await connections.blockersOf(client)
    if (!blockers.some((processId) => isAtRest(processId, connections))) continue
    if (!(await isInCycle(client, connections))) return 'blocked'
    await connections.cancel(client)
    await pending
    session.pending = null
    onDeadlock()
    return 'done'
  }
}

/** Only a transaction, or a statement that itself waits, holds locks. */
function mayWait(asking: Session, { sessions }: Connections): boolean {
  return [...sessions].some((one) => one !== asking && (one.isInTransaction || one.pending !== null))
}

/** Any other session holds its lock for a moment only, whatever happens next. */
function isAtRest(processId: number, { sessions }: Connections): boolean {
  return [...sessions].some(
    ({ client, isInTransaction, pending }) =>
      client !== null && processIdOf(client) === processId && (isInTransaction || pending !== null),
  )
}

async function isInCycle(client: pg.Client, connections: Connections): Promise<boolean> {
  const start = processIdOf(client)
  const byId = new Map(
    [...connections.sessions].map((one) => [one.client === null ? 0 : processIdOf(one.client), one]),
  )
  const seen = new Set<number>()
  const ahead = [...(await connections.blockersOf(client))]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next === start) return true
    if (seen.has(next)) continue
    seen.add(next)
    const other = byId.get(next)?.client
    if (other !== undefined && other !== null) ahead.push(...(await connections.blockersOf(other)))
  }
  return false
}
