import type { NetworkId } from '#shared/rails.ts'
import { amountText } from './coin-names.ts'

/** What was paid: what has counted, which may differ a little from what was asked. */
export function paidAmount(received: string, asked: string, network: NetworkId): string {
  return amountText(/[1-9]/.test(received) ? received : asked, network)
}
