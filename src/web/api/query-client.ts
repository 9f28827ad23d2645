import { QueryClient } from '@tanstack/react-query'
import { CACHE_MS, READ_RETRIES } from '#shared/constants.ts'
import { readShop, type CallFailure, type CallOptions } from './call-shop.ts'

/** The error that the query client receives for a failed read; contains the server's code. */
export class ReadError extends Error {
  readonly failure: CallFailure
  constructor(failure: CallFailure) {
    super(`${failure.code}: ${failure.error}`)
    this.name = 'ReadError'
    this.failure = failure
  }
}

const RETRY_FIRST_MS = 1000
const RETRY_MAX_MS = 30_000

/** The delay before a retry: 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelayMs(attempt: number): number {
  return Math.min(RETRY_FIRST_MS * 2 ** attempt, RETRY_MAX_MS)
}

/** Allows three retries, but none for failures that a retry cannot fix. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= READ_RETRIES) return false
  if (!(error instanceof ReadError)) return true
  const { status } = error.failure
  return status === 0 || status === 408 || status === 429 || status >= 500
}

/** Creates the query client of the pages, with their rules for retries and cached replies. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        gcTime: CACHE_MS,
        staleTime: 0,
        // A shop on loopback is reachable without a network.
        networkMode: 'always',
      },
    },
  })
}

/** Reads from the shop; throws failures, so that the query client retries. */
export async function readOrThrow<Reply>(path: string, options: CallOptions): Promise<Reply> {
  const outcome = await readShop<Reply>(path, options)
  if (outcome.kind === 'failed') throw new ReadError(outcome)
  return outcome.reply
}
