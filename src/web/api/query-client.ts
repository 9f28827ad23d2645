import { QueryClient } from '@tanstack/react-query'
import { CACHE_MS, READ_RETRIES } from '#shared/constants.ts'
import { readShop, type CallFailure, type CallOptions } from './call-shop.ts'
import { mayPass, retryDelayMs } from './read-again.ts'

/** The error that the query client receives for a failed read; contains the server's code. */
export class ReadError extends Error {
  readonly failure: CallFailure
  constructor(failure: CallFailure) {
    super(`${failure.code}: ${failure.error}`)
    this.name = 'ReadError'
    this.failure = failure
  }
}

/** Allows three retries, but none for failures that a retry cannot fix. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= READ_RETRIES) return false
  if (!(error instanceof ReadError)) return true
  return mayPass(error.failure)
}

/** Creates the query client of the pages, with their rules for retries and cached replies. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        // without a page, as when the build renders the order form, its timer would keep the process running
        gcTime: 'document' in globalThis ? CACHE_MS : Infinity,
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
