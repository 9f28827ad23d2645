import { isAddressForm, type BitcoinNetwork } from '#shared/address-form.ts'
import { EMAIL_MAX } from '#shared/limits.ts'
import type { NetworkId } from '#shared/rails.ts'

/** What the buyer types and picks. */
export interface OrderForm {
  readonly userEmail: string
  readonly walletAddress: string
  readonly network: NetworkId | null
}

/** The fields that cannot be sent as they are, in the order they stand in the form. */
export type FormFault = 'userEmail' | 'walletAddress'

// The server's own pattern (zod's), so that the page refuses what the server would; a test keeps the two together.
const EMAIL = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text)
}

/** Checks the two typed fields; spaces around them are not a fault. */
export function formFaults(form: OrderForm, bitcoinNetwork: BitcoinNetwork): readonly FormFault[] {
  const faults: FormFault[] = []
  if (!isEmail(form.userEmail.trim())) faults.push('userEmail')
  if (form.network !== null && !isAddressForm(form.network, form.walletAddress.trim(), bitcoinNetwork)) {
    faults.push('walletAddress')
  }
  return faults
}
