import { addressFault } from '#shared/address-fault.ts'
import type { OutputNetworks } from '#shared/address-form.ts'
import type { NetworkId } from '#shared/rails.ts'

/** The invalid fields of the refund form, in its order. */
export type RefundFault = 'address' | 'confirm'

export interface RefundEntries {
  /** Null if the order's own address is used. */
  readonly address: string | null
  readonly isConfirmed: boolean
}

/** Validates the input; spaces around an address are allowed. */
export function refundFaults(
  { address, isConfirmed }: RefundEntries,
  network: NetworkId,
  outputNetworks: OutputNetworks,
): readonly RefundFault[] {
  const faults: RefundFault[] = []
  if (address !== null && addressFault(network, address.trim(), outputNetworks) !== null)
    faults.push('address')
  if (!isConfirmed) faults.push('confirm')
  return faults
}
