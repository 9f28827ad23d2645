import { CallError } from '#server/http/app.ts'
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
