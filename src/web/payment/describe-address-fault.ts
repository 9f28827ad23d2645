import { addressFault } from '#shared/address-fault.ts'
import type { OutputNetworks } from '#shared/address-form.ts'
import type { NetworkId } from '#shared/rails.ts'
import type { SiteTexts } from '#texts/en/site.ts'

/** Says what is wrong with a typed address: a mistyped character, or that it is no address of the network. */
export function describeAddressFault(
  { form }: Pick<SiteTexts['checkout'], 'form'>,
  network: NetworkId,
  address: string,
  outputNetworks?: OutputNetworks,
): string {
  const fault = addressFault(network, address.trim(), outputNetworks)
  if (fault === 'hidden') return form.addressHidden
  return fault === 'checksum' ? form.addressChecksum : form.addressFault[network]
}
