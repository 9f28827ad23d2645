import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { statusOf, type PaymentRecord } from './payment-record.ts'

const FINISHED_STATUSES = new Set(['confirmed', 'refunded'])

/**
 * Whether a buyer's click has the chain looked at now. Only that look is rationed: limited or not, a click is answered by
 * what is known.
 *
 * @param client from `clientOf(request)`.
 */
export async function mayCheckChain(limits: Limits, record: PaymentRecord, client: string): Promise<boolean> {
  if (FINISHED_STATUSES.has(statusOf(record))) return false
  const verdicts = [await limits.take('verify', client), await limits.take('look', record.id)]
  return verdicts.every((verdict) => verdict.allowed)
}
