import { deriveAddress } from '#server/chain/addresses/derive-address.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { ChainError, type ChainReader } from '#server/chain/chain-reader.ts'

/** `'untold'`: the node cannot know. `'unasked'`: it does not answer now, which is told elsewhere. */
export type NextAddress = 'fresh' | 'used' | 'untold' | 'unasked'

/**
 * Whether the address the next order would get already has a history on a chain: then another shop, or a person, uses the
 * same extended public key, and one would take the other's money for its own.
 */
export async function lookAtNextAddress(
  reader: ChainReader,
  xpub: Xpub,
  nextIndex: number,
): Promise<NextAddress> {
  try {
    const has = await reader.hasHistory(deriveAddress(xpub, nextIndex))
    return has === null ? 'untold' : has ? 'used' : 'fresh'
  } catch (error) {
    if (error instanceof ChainError) return 'unasked'
    throw error
  }
}
