import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { statusOf, type PaymentRecord } from './payment-record.ts'

const FINISHED_STATUSES = new Set(['confirmed', 'refunded'])

/**
 * Whether a buyer's click may trigger a poll of the chain now. Only the poll is rate limited: the click is always answered
 * with the stored state.
 *
 * @param client from `clientOf(request)`.
 */
export async function mayCheckChain(limits: Limits, record: PaymentRecord, client: string): Promise<boolean> {
  if (FINISHED_STATUSES.has(statusOf(record))) return false
  const verdicts = [await limits.take('verify', client), await limits.take('look', record.id)]
  return verdicts.every((verdict) => verdict.allowed)
}
