import { addressFault } from '#shared/address-fault.ts'
import type { OutputNetworks } from '#shared/address-form.ts'
import type { NetworkId } from '#shared/rails.ts'
import { isEmail } from '#web/api/is-email.ts'

/** The buyer's input. */
export interface OrderFormInput {
  readonly userEmail: string
  readonly walletAddress: string
  readonly network: NetworkId | null
}

/** The fields that are invalid, in the order of the form. */
export type FormFault = 'userEmail' | 'walletAddress'

/** Validates the two typed fields; surrounding spaces are allowed. */
export function formFaults(form: OrderFormInput, outputNetworks: OutputNetworks): readonly FormFault[] {
  const faults: FormFault[] = []
  if (!isEmail(form.userEmail.trim())) faults.push('userEmail')
  if (
    form.network !== null &&
    addressFault(form.network, form.walletAddress.trim(), outputNetworks) !== null
  ) {
    faults.push('walletAddress')
  }
  return faults
}
