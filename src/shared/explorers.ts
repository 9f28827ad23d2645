import type { BitcoinNetwork } from './address-form.ts'
import type { ChainId } from './rails.ts'

/** Which network of a chain the shop reads. */
export interface ChainNetwork {
  readonly chain: ChainId
  /** Null on Bitcoin, and where the shop was not told. */
  readonly chainId: number | null
  /** Of Bitcoin; not read for other chains. */
  readonly bitcoinNetwork: BitcoinNetwork
  readonly isSimulated: boolean
}

interface Explorer {
  readonly origin: string
  readonly transaction: string
  readonly address: string
}

const etherscan = (origin: string): Explorer => ({ origin, transaction: '/tx/', address: '/address/' })
const tronscan = (origin: string): Explorer => ({
  origin,
  transaction: '/#/transaction/',
  address: '/#/address/',
})
const mempool = (path: string): Explorer => ({
  origin: `https://mempool.space${path}`,
  transaction: '/tx/',
  address: '/address/',
})

const BITCOIN: Readonly<Record<BitcoinNetwork, Explorer | null>> = {
  mainnet: mempool(''),
  testnet: mempool('/testnet'),
  signet: mempool('/signet'),
  regtest: null,
}

const BY_CHAIN_ID: Readonly<Record<Exclude<ChainId, 'bitcoin'>, Readonly<Record<number, Explorer>>>> = {
  ethereum: {
    1: etherscan('https://etherscan.io'),
    17000: etherscan('https://holesky.etherscan.io'),
    560048: etherscan('https://hoodi.etherscan.io'),
    11155111: etherscan('https://sepolia.etherscan.io'),
  },
  bsc: { 56: etherscan('https://bscscan.com'), 97: etherscan('https://testnet.bscscan.com') },
  tron: {
    728126428: tronscan('https://tronscan.org'),
    2494104990: tronscan('https://shasta.tronscan.org'),
    3448148188: tronscan('https://nile.tronscan.org'),
  },
}

/**
 * A page of a public explorer about a transaction or an address.
 *
 * @param subject a hash, with or without `0x`, or an address in the chain's own form.
 * @returns null where nobody outside can see the chain: regtest, a simulated chain, an unknown chain id.
 */
export function explorerUrl(
  network: ChainNetwork,
  kind: 'transaction' | 'address',
  subject: string,
): string | null {
  const explorer = explorerOf(network)
  if (explorer === null) return null
  return `${explorer.origin}${explorer[kind]}${encodeURIComponent(asWritten(network.chain, kind, subject))}`
}

function explorerOf({ chain, chainId, bitcoinNetwork, isSimulated }: ChainNetwork): Explorer | null {
  if (isSimulated) return null
  if (chain === 'bitcoin') return BITCOIN[bitcoinNetwork]
  return chainId === null ? null : (BY_CHAIN_ID[chain][chainId] ?? null)
}

/** Ethereum and BSC write hashes with 0x, Bitcoin and Tron without. */
function asWritten(chain: ChainId, kind: 'transaction' | 'address', subject: string): string {
  if (kind === 'address') return subject
  const digits = subject.replace(/^0x/i, '')
  return chain === 'ethereum' || chain === 'bsc' ? `0x${digits}` : digits
}
