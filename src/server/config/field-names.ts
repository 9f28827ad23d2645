import type { Wallet } from '#server/chain/addresses/parse-xpub.ts'
import type { ChainId } from '#shared/rails.ts'

export type EvmChainId = Exclude<ChainId, 'bitcoin'>

/** Which variables speak of a chain. */
export const CHAIN_FIELDS = {
  ethereum: { rpc: 'KEYHOLD_ETHEREUM_RPC', chainId: 'KEYHOLD_ETHEREUM_CHAIN_ID', usdt: 'KEYHOLD_USDT_ERC20' },
  bsc: { rpc: 'KEYHOLD_BSC_RPC', chainId: 'KEYHOLD_BSC_CHAIN_ID', usdt: 'KEYHOLD_USDT_BEP20' },
  tron: { rpc: 'KEYHOLD_TRON_RPC', chainId: 'KEYHOLD_TRON_CHAIN_ID', usdt: 'KEYHOLD_USDT_TRC20' },
} as const satisfies Record<EvmChainId, object>

export const EVM_CHAINS = ['ethereum', 'bsc', 'tron'] as const satisfies readonly EvmChainId[]

/** Which variable holds a wallet's extended public key. */
export const XPUB_FIELDS = {
  bitcoin: 'KEYHOLD_BITCOIN_XPUB',
  evm: 'KEYHOLD_EVM_XPUB',
  tron: 'KEYHOLD_TRON_XPUB',
} as const satisfies Record<Wallet, string>
