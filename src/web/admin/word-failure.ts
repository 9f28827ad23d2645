import type { AdminTexts } from '#texts/en/admin.ts'
import type { CallFailure } from '#web/api/call-shop.ts'
import { ReadError } from '#web/api/query-client.ts'
import { fill } from '#texts/format.ts'

/** What a failure means in the reader's language, by its code; `otherwise` where the code says no more than that it failed. */
export function wordFailure(texts: AdminTexts, failure: CallFailure, otherwise: string): string {
  if (failure.code === 'RATE_LIMITED') {
    const seconds = Math.max(1, Math.ceil((failure.retryAfterMs ?? 1000) / 1000))
    return fill(texts.errors.RATE_LIMITED, { seconds: String(seconds) })
  }
  const worded: Readonly<Record<string, string>> = texts.errors
  return worded[failure.code] ?? otherwise
}

/** The failure behind an error of the data layer; null where it was none of the server's. */
export function failureOf(error: Error | null): CallFailure | null {
  return error instanceof ReadError ? error.failure : null
}
