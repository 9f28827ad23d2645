import type {
  ChainId,
  EvmChainId,
  KeyedChainId,
  OutputChainId,
  OutputWallet,
  Wallet,
} from '#shared/chains.ts'

type RpcField = `KEYHOLD_${Uppercase<ChainId>}_RPC`
type EsploraField = `KEYHOLD_${Uppercase<OutputChainId>}_ESPLORA`
type NetworkField = `KEYHOLD_${Uppercase<OutputWallet>}_NETWORK`
type ChainIdField = `KEYHOLD_${Uppercase<EvmChainId>}_CHAIN_ID`
type ApiKeyField = `KEYHOLD_${Uppercase<KeyedChainId>}_API_KEY`
type XpubField = `KEYHOLD_${Uppercase<Wallet>}_XPUB`

/** The variable that lists a chain's nodes. */
export function rpcField(chain: ChainId): RpcField {
  return `KEYHOLD_${upperCase(chain)}_RPC`
}

/** The variable that lists a chain's Esplora servers. */
export function esploraField(chain: OutputChainId): EsploraField {
  return `KEYHOLD_${upperCase(chain)}_ESPLORA`
}

/** The variable that names the network of a wallet's chain. */
export function networkField(wallet: OutputWallet): NetworkField {
  return `KEYHOLD_${upperCase(wallet)}_NETWORK`
}

/** The variable that says which network of a chain its nodes are of. */
export function chainIdField(chain: EvmChainId): ChainIdField {
  return `KEYHOLD_${upperCase(chain)}_CHAIN_ID`
}

/** The variable that holds the key for a chain's nodes. */
export function apiKeyField(chain: KeyedChainId): ApiKeyField {
  return `KEYHOLD_${upperCase(chain)}_API_KEY`
}

/** The variable that holds a wallet's extended public key. */
export function xpubField(wallet: Wallet): XpubField {
  return `KEYHOLD_${upperCase(wallet)}_XPUB`
}

function upperCase<Text extends string>(text: Text): Uppercase<Text> {
  return text.toUpperCase() as Uppercase<Text>
}
