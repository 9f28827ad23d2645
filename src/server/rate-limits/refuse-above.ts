import { CallError } from '#server/http/app.ts'
import type { Bucket, Limits } from './rate-limits.ts'

const SENTENCES: Partial<Record<Bucket, string>> = {
  support: 'You have sent several messages already. Please wait before you send another one.',
}

/** @throws {CallError} 429 with the whole seconds to wait, where a client has called too often. */
export async function refuseAbove(limits: Limits, bucket: Bucket, client: string): Promise<void> {
  const taken = await limits.take(bucket, client)
  if (taken.allowed) return
  const sentence = SENTENCES[bucket] ?? 'Too many requests. Please wait a moment and try again.'
  throw new CallError(429, 'RATE_LIMITED', sentence, { retryAfterS: taken.retryAfterS })
}
