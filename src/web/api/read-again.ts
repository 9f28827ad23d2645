import { READ_RETRIES } from '#shared/constants.ts'
import { readShop, type CallFailure, type CallOutcome } from './call-shop.ts'

const RETRY_FIRST_MS = 1000
const RETRY_MAX_MS = 30_000

/** The delay before a retry: 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelayMs(attempt: number): number {
  return Math.min(RETRY_FIRST_MS * 2 ** attempt, RETRY_MAX_MS)
}

/** Whether a retry may succeed: the shop was out of reach, busy or failing. */
export function mayPass({ status }: CallFailure): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500
}

/** Reads from the shop, for pages without a query client; retries three times, as that does. */
export async function readAgain<Reply>(path: string): Promise<CallOutcome<Reply>> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await readShop<Reply>(path)
    if (outcome.kind === 'ok' || attempt === READ_RETRIES || !mayPass(outcome)) return outcome
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs(attempt)))
  }
}
