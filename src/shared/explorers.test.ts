import { expect, test } from 'vitest'
import { explorerUrl, type ChainNetwork } from './explorers.ts'
import { CHAIN_TABLE, CHAINS } from './chains.ts'
import { networksAll } from './address-form.ts'

const network = (changes: Partial<ChainNetwork>): ChainNetwork => ({
  chain: 'bitcoin',
  chainId: null,
  outputNetworks: networksAll('mainnet'),
  isSimulated: false,
  ...changes,
})
const HASH = 'ab'.repeat(32)

test.each<[Partial<ChainNetwork>, string | null]>([
  [{}, `https://mempool.space/tx/${HASH}`],
  [{ outputNetworks: networksAll('testnet') }, `https://mempool.space/testnet/tx/${HASH}`],
  [{ outputNetworks: networksAll('signet') }, `https://mempool.space/signet/tx/${HASH}`],
  [{ outputNetworks: networksAll('regtest') }, null],
  [{ isSimulated: true }, null],
  [{ chain: 'ethereum', chainId: 1 }, `https://etherscan.io/tx/0x${HASH}`],
  [{ chain: 'ethereum', chainId: 11155111 }, `https://sepolia.etherscan.io/tx/0x${HASH}`],
  [{ chain: 'ethereum', chainId: 1, isSimulated: true }, null],
  [{ chain: 'ethereum', chainId: null }, null],
  [{ chain: 'ethereum', chainId: 31337 }, null],
  [{ chain: 'bsc', chainId: 56 }, `https://bscscan.com/tx/0x${HASH}`],
  [{ chain: 'bsc', chainId: 1 }, null],
  [{ chain: 'base', chainId: 8453 }, `https://basescan.org/tx/0x${HASH}`],
  [{ chain: 'polygon', chainId: 137 }, `https://polygonscan.com/tx/0x${HASH}`],
  [{ chain: 'litecoin' }, `https://litecoinspace.org/tx/${HASH}`],
  [
    { chain: 'litecoin', outputNetworks: networksAll('testnet') },
    `https://litecoinspace.org/testnet/tx/${HASH}`,
  ],
  [{ chain: 'litecoin', outputNetworks: networksAll('regtest') }, null],
  [
    { chain: 'litecoin', outputNetworks: { bitcoin: 'testnet', litecoin: 'mainnet' } },
    `https://litecoinspace.org/tx/${HASH}`,
  ],
  [{ chain: 'tron', chainId: 728126428 }, `https://tronscan.org/#/transaction/${HASH}`],
])('a transaction on %o is found at %s', (changes, url) => {
  expect(explorerUrl(network(changes), 'transaction', HASH)).toBe(url)
  expect(explorerUrl(network(changes), 'transaction', `0x${HASH}`)).toBe(url)
})

test('an address is never written with a prefix that is not its own', () => {
  const tron = network({ chain: 'tron', chainId: 728126428 })
  expect(explorerUrl(tron, 'address', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')).toBe(
    'https://tronscan.org/#/address/TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  )
})

test('every main network has an explorer, on https', () => {
  for (const chain of CHAINS) {
    const chainId = CHAIN_TABLE[chain].mainnetChainId
    expect(explorerUrl(network({ chain, chainId }), 'address', 'x')).toMatch(/^https:\/\//)
  }
})

test('nothing that is stored can leave the explorer’s own path', () => {
  expect(explorerUrl(network({}), 'address', '../?x=1#y')).toBe(
    'https://mempool.space/address/..%2F%3Fx%3D1%23y',
  )
})
