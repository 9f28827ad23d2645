import { isAddressForm, type BitcoinNetwork } from '#shared/address-form.ts'
import type { NetworkId } from '#shared/rails.ts'
import { isEmail } from '#web/api/is-email.ts'

/** What the buyer types and picks. */
export interface OrderForm {
  readonly userEmail: string
  readonly walletAddress: string
  readonly network: NetworkId | null
}

/** The fields that cannot be sent as they are, in the order they stand in the form. */
export type FormFault = 'userEmail' | 'walletAddress'

/** Checks the two typed fields; spaces around them are not a fault. */
export function formFaults(form: OrderForm, bitcoinNetwork: BitcoinNetwork): readonly FormFault[] {
  const faults: FormFault[] = []
  if (!isEmail(form.userEmail.trim())) faults.push('userEmail')
  if (form.network !== null && !isAddressForm(form.network, form.walletAddress.trim(), bitcoinNetwork)) {
    faults.push('walletAddress')
  }
  return faults
}
