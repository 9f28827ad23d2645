import type { NetworkId } from '#shared/rails.ts'
import { amountText } from './coin-names.ts'

/** Returns the counted amount, which may differ slightly from the requested one. */
export function paidAmount(received: string, requested: string, network: NetworkId): string {
  return amountText(/[1-9]/.test(received) ? received : requested, network)
}
