import { CallError } from '#server/http/app.ts'
import { BUSY_MESSAGE, type BuyingStep } from './admission.ts'
import type { Bucket, Limits } from './rate-limits.ts'

/** Buckets with a message of their own. */
const MESSAGES: ReadonlyMap<Bucket, string> = new Map([
  ['support', 'You have sent several messages already. Please wait before you send another one.'],
])

/** Counts a call of a client. @throws {CallError} 429 with the whole seconds to wait, if the client is over the limit. */
export async function enforceLimit(limits: Limits, bucket: Bucket, client: string): Promise<void> {
  const result = await limits.take(bucket, client)
  if (result.allowed) return
  const message = MESSAGES.get(bucket) ?? 'Too many requests. Please wait a moment and try again.'
  throw new CallError(429, 'RATE_LIMITED', message, { retryAfterS: result.retryAfterS })
}

/** Does the work of a step if the shop has room for it. @throws {CallError} 503 at once, if it has none. */
export function enforceRoom<Done>(
  limits: Limits,
  step: BuyingStep,
  client: string,
  work: () => Promise<Done>,
): Promise<Done> {
  return limits.admit(step, client, work, (retryAfterS) => {
    throw new CallError(503, 'BUSY', BUSY_MESSAGE, { retryAfterS })
  })
}
