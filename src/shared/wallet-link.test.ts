import { expect, test } from 'vitest'
import { contractOf } from './assets.ts'
import { CHAIN_TABLE } from './chains.ts'
import { NETWORKS, railOf, type NetworkId } from './rails.ts'
import { paymentUri, walletLinks, type PaymentToSend } from './wallet-link.ts'

const EVM = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const TRON = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
const BITCOIN = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
const LITECOIN = 'ltc1qcr8te4kr609gcawutmrza0j4xv80jy8z4nqduv'
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const EURC = '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c'
const EURC_BASE = '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42'
const USDT_BSC = '0x55d398326f99059fF775485246999027B3197955'
const USDT_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

/** A payment on the rail's main network. */
function paymentOn(network: NetworkId, amount = '63.99'): PaymentToSend {
  const { chain, asset, wallet } = railOf(network)
  const address = { bitcoin: BITCOIN, litecoin: LITECOIN, evm: EVM, tron: TRON }[wallet]
  const contract = contractOf(chain, asset)?.address ?? null
  return { network, address, amount, chainId: CHAIN_TABLE[chain].mainnetChainId, contract }
}

test.each<[NetworkId, string, string | null]>([
  ['bitcoin', '0.00212', `bitcoin:${BITCOIN}?amount=0.00212`],
  ['ethereum', '0.04266', `ethereum:${EVM}@1?value=42660000000000000`],
  ['erc20', '63.99', `ethereum:${USDT}@1/transfer?address=${EVM}&uint256=63990000`],
  ['bep20', '63.99', `ethereum:${USDT_BSC}@56/transfer?address=${EVM}&uint256=63990000000000000000`],
  ['trc20', '63.99', null],
  ['litecoin', '0.6399', `litecoin:${LITECOIN}?amount=0.6399`],
  ['eurc-ethereum', '59.25', `ethereum:${EURC}@1/transfer?address=${EVM}&uint256=59250000`],
  ['eurc-base', '59.25', `ethereum:${EURC_BASE}@8453/transfer?address=${EVM}&uint256=59250000`],
])('%s of %s is the link %s', (network, amount, uri) => {
  expect(paymentUri(paymentOn(network, amount))).toBe(uri)
})

test.each<[NetworkId, readonly string[]]>([
  ['bitcoin', [`https://link.trustwallet.com/send?asset=c0&address=${BITCOIN}&amount=63.99`]],
  [
    'ethereum',
    [
      `https://link.metamask.io/send/${EVM}@1?value=63990000000000000000`,
      `https://link.trustwallet.com/send?asset=c60&address=${EVM}&amount=63.99`,
    ],
  ],
  [
    'erc20',
    [
      `https://link.metamask.io/send/${USDT}@1/transfer?address=${EVM}&uint256=63990000`,
      `https://link.trustwallet.com/send?asset=c60_t${USDT}&address=${EVM}&amount=63.99`,
    ],
  ],
  [
    'bep20',
    [
      `https://link.metamask.io/send/${USDT_BSC}@56/transfer?address=${EVM}&uint256=63990000000000000000`,
      `https://link.trustwallet.com/send?asset=c20000714_t${USDT_BSC}&address=${EVM}&amount=63.99`,
    ],
  ],
  ['litecoin', [`https://link.trustwallet.com/send?asset=c2&address=${LITECOIN}&amount=63.99`]],
  [
    'eurc-ethereum',
    [
      `https://link.metamask.io/send/${EURC}@1/transfer?address=${EVM}&uint256=63990000`,
      `https://link.trustwallet.com/send?asset=c60_t${EURC}&address=${EVM}&amount=63.99`,
    ],
  ],
  ['eurc-base', [`https://link.metamask.io/send/${EURC_BASE}@8453/transfer?address=${EVM}&uint256=63990000`]],
  [
    'trc20',
    [
      'tronlinkoutside://pull.activity?param=%7B%22action%22%3A%22open%22%2C%22protocol%22%3A%22TronLink%22%2C%22version%22%3A%221.0%22%7D',
      `https://link.trustwallet.com/send?asset=c195_t${USDT_TRON}&address=${TRON}&amount=63.99`,
    ],
  ],
])('%s opens in %o', (network, links) => {
  expect(walletLinks(paymentOn(network)).map(({ href }) => href)).toEqual(links)
})

test('every rail has a link to a wallet app that fills in recipient and amount', () => {
  for (const network of NETWORKS) {
    expect([network, walletLinks(paymentOn(network)).some(({ isFilledIn }) => isFilledIn)]).toEqual([
      network,
      true,
    ])
  }
})

test('a test network is named by its own chain id, and never opens an app that knows main networks only', () => {
  const sepolia = { ...paymentOn('erc20'), chainId: 11155111, contract: EVM }
  expect(paymentUri(sepolia)).toBe(`ethereum:${EVM}@11155111/transfer?address=${EVM}&uint256=63990000`)
  expect(walletLinks(sepolia).map(({ wallet }) => wallet)).toEqual(['MetaMask'])
  const regtest = { ...paymentOn('bitcoin'), address: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zmfp6l0' }
  expect(walletLinks(regtest)).toEqual([])
  const litecoin = { ...paymentOn('litecoin'), address: 'rltc1q3kquwp848h4juq7rl5q3wqsr29pd3d6wprzz8k' }
  expect(walletLinks(litecoin)).toEqual([])
})

test('a token without a known contract or chain has no link', () => {
  const unknown = [
    { ...paymentOn('erc20'), contract: null },
    { ...paymentOn('erc20'), chainId: null },
  ]
  for (const payment of unknown) {
    expect(paymentUri(payment)).toBeNull()
    expect(walletLinks(payment)).toEqual([])
  }
})
