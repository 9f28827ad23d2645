import { deriveAddress } from '#server/chain/addresses/derive-address.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { ChainError, type ChainReader } from '#server/chain/chain-reader.ts'

/** `'unknown'`: the node has no index of addresses. `'unchecked'`: it does not answer now, which other checks report. */
export type NextAddress = 'fresh' | 'used' | 'unknown' | 'unchecked'

/**
 * Checks whether the address of the next order already has a history on a chain. If so, another shop or a person uses
 * the same extended public key, and their payments would be mistaken for each other.
 */
export async function checkNextAddress(
  reader: ChainReader,
  xpub: Xpub,
  nextIndex: number,
): Promise<NextAddress> {
  try {
    const address = deriveAddress(xpub, nextIndex)
    const used = await reader.usedAddresses([address])
    return used === null ? 'unknown' : used.has(address) ? 'used' : 'fresh'
  } catch (error) {
    if (error instanceof ChainError) return 'unchecked'
    throw error
  }
}
