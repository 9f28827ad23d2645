import type { OutputNetwork } from '#shared/address-form.ts'
import { chainName } from '#shared/chain-name.ts'
import type { OutputChainId } from '#shared/chains.ts'

/** Hashes of the first blocks, by chain and network. Source: chainparams.cpp of Bitcoin Core and of Litecoin Core. */
const GENESIS: Readonly<Record<OutputChainId, Readonly<Record<OutputNetwork, readonly string[]>>>> = {
  bitcoin: {
    mainnet: ['000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'],
    // testnet 3 and 4
    testnet: [
      '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
      '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
    ],
    signet: ['00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6'],
    regtest: ['0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'],
  },
  litecoin: {
    mainnet: ['12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2'],
    testnet: ['4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0'],
    signet: [],
    regtest: ['530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9'],
  },
}

/** Whether a hash is that of the first block of a chain's network. */
export function isGenesis(chain: OutputChainId, network: OutputNetwork, hash: string | null): boolean {
  return hash !== null && GENESIS[chain][network].includes(hash)
}

/** What a node on another chain is told. @param name of the endpoint. */
export function otherChain(name: string, chain: OutputChainId, network: OutputNetwork): string {
  return `${name} is on another chain, expected ${chainName(chain)} ${network}`
}
