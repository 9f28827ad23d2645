import { isAddressForm, type BitcoinNetwork } from '#shared/address-form.ts'
import type { NetworkId } from '#shared/rails.ts'

/** Which fields of the refund form cannot be sent as they are, in the order they stand. */
export type RefundFault = 'address' | 'confirm'

export interface RefundEntries {
  /** Null where the order's own address is kept. */
  readonly address: string | null
  readonly isConfirmed: boolean
}

/** Checks what was typed; spaces around an address are not a fault. */
export function refundFaults(
  { address, isConfirmed }: RefundEntries,
  network: NetworkId,
  bitcoinNetwork: BitcoinNetwork,
): readonly RefundFault[] {
  const faults: RefundFault[] = []
  if (address !== null && !isAddressForm(network, address.trim(), bitcoinNetwork)) faults.push('address')
  if (!isConfirmed) faults.push('confirm')
  return faults
}
