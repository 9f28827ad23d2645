import type { Limits } from '#server/rate-limits/rate-limits.ts'

/** Takes all the room that a shop has for buyers at once. @returns what ends that. */
export function takeAllRoom(limits: Limits): () => Promise<void> {
  const work = Promise.withResolvers<undefined>()
  const others = Array.from({ length: 160 }, (_, at) =>
    limits.admit('order', `client ${String(at)}`, () => work.promise, String),
  )
  return async () => {
    work.resolve(undefined)
    await Promise.all(others)
  }
}
