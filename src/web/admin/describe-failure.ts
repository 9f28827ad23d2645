import type { CallFailure } from '#web/api/call-shop.ts'
import { ReadError } from '#web/api/query-client.ts'
import { fill, formatCount } from '#texts/format.ts'
import type { AdminContextValue } from './admin-context.ts'

/** Describes a failure in the reader's language by its code; returns `otherwise` if the code adds no information. */
export function describeFailure(
  { texts, language }: Pick<AdminContextValue, 'texts' | 'language'>,
  failure: CallFailure,
  otherwise: string,
): string {
  if (failure.code === 'RATE_LIMITED') {
    const seconds = Math.max(1, Math.ceil((failure.retryAfterMs ?? 1000) / 1000))
    return fill(texts.errors.RATE_LIMITED, { seconds: formatCount(language, seconds) })
  }
  const worded: Readonly<Record<string, string>> = texts.errors
  return worded[failure.code] ?? otherwise
}

/** Returns the failure behind an error of the query client; null if the server did not cause it. */
export function readFailure(error: Error | null): CallFailure | null {
  return error instanceof ReadError ? error.failure : null
}
