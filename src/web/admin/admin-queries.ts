import type { QueryClient } from '@tanstack/react-query'
import { createQueryClient, ReadError } from '#web/api/query-client.ts'
import { goToSignIn } from './session-end.ts'

/**
 * Creates the query client of the back office: failed reads are logged to the console, and an expired session redirects
 * to sign-in.
 */
export function createAdminQueries(): QueryClient {
  const client = createQueryClient()
  client.getQueryCache().config.onError = (error) => {
    console.warn('A back office read failed.', error)
    if (error instanceof ReadError && error.failure.status === 401) goToSignIn()
  }
  return client
}
