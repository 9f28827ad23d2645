import { CHAIN_TABLE, type ChainId } from '#shared/chains.ts'
import { offeredChains } from '#shared/rails.ts'
import type { Settings } from './settings.ts'

/**
 * The chains that are read and share their addresses with a chain that is not read: money sent on that chain by mistake is
 * not found. Empty for a chain that is read, and if its wallet has no extended public key.
 */
export function readSiblings(
  { wallets, chains, rails }: Pick<Settings, 'wallets' | 'chains' | 'rails'>,
  chain: ChainId,
): readonly ChainId[] {
  const { wallet } = CHAIN_TABLE[chain]
  const isRead = (one: ChainId) =>
    chains[one].isSimulated || chains[one].rpcUrls.length + chains[one].esploraUrls.length > 0
  if (wallets[wallet] === null || isRead(chain)) return []
  return offeredChains(rails).filter((one) => CHAIN_TABLE[one].wallet === wallet && isRead(one))
}
