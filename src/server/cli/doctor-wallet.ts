import * as z from 'zod'
import { evmChainOf } from '#server/chain/evm/evm-chains.ts'
import { createEvmNode, type EvmNode } from '#server/chain/evm/evm-node.ts'
import { readTokenBalance } from '#server/chain/evm/prove-node.ts'
import { transferCall } from '#server/chain/funds/write-evm-transaction.ts'
import { createJsonRpc, type JsonRpc } from '#server/chain/json-rpc.ts'
import { NodeFault } from '#server/chain/node-http.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Payment } from '#shared/api.ts'
import { parseAmount } from '#shared/money.ts'
import { CHAIN_TABLE, CHAINS, isOutputChain, outputWalletOf, type EvmChainId } from '#shared/chains.ts'
import { railOf, type Rail } from '#shared/rails.ts'

/** What a test node's own wallet can do for an order. */
export interface TestWallet {
  /** Sends the amount due. @returns what it was paid from, for people; null if no unlocked account has enough. */
  pay(payment: Payment): Promise<string | null>
  /** Adds a block, if the node mines on request. */
  mine(): Promise<void>
}

const GAS_RESERVE = 10n ** 16n
const BlockchainInfo = z.object({ chain: z.string() })
const WalletNames = z.array(z.string())
const Accounts = z.array(z.string().regex(/^0x[0-9a-fA-F]{40}$/))

/**
 * The wallet of a test network's node: bitcoind in regtest, or an EVM node with unlocked accounts such as anvil. Null on main
 * and public test networks, where an operator pays with a wallet of their own.
 */
export function testWalletFor(settings: Settings, rail: Rail): TestWallet | null {
  const { chain } = rail
  const { rpcUrls, chainId } = settings.chains[chain]
  const [url] = rpcUrls
  if (url === undefined) return null
  if (isOutputChain(chain)) {
    const network = settings.outputNetworks[outputWalletOf(chain)]
    return network === 'regtest' ? bitcoindWallet(url) : null
  }
  if (chainId === CHAIN_TABLE[chain].mainnetChainId) return null
  return evmWallet(createJsonRpc({ url }), chain, settings)
}

/** With several wallets loaded a bitcoind asks which one is meant: the first that has enough. */
function bitcoindWallet(url: string): TestWallet {
  const node = createJsonRpc({ url })
  let used: JsonRpc = node
  return {
    pay: async ({ paymentAddress, cryptoAmount }) => {
      // whatever the settings say: real money is never sent
      const { chain } = BlockchainInfo.parse(await node.call('getblockchaininfo', []))
      if (chain !== 'regtest') return null
      for (const name of WalletNames.parse(await node.call('listwallets', []))) {
        const wallet = createJsonRpc({ url: urlOfWallet(url, name) })
        try {
          await wallet.call('sendtoaddress', [paymentAddress, cryptoAmount])
        } catch (error) {
          // it has too little, is locked, or only watches
          if (error instanceof NodeFault && error.kind === 'refused') continue
          throw error
        }
        used = wallet
        return `wallet "${name}"`
      }
      return null
    },
    mine: async () => {
      const address = await used.call('getnewaddress', [])
      await used.call('generatetoaddress', [1, address])
    },
  }
}

function urlOfWallet(url: string, name: string): string {
  const own = new URL(url)
  own.pathname = `/wallet/${encodeURIComponent(name)}`
  return own.href
}

function evmWallet(rpc: JsonRpc, chain: EvmChainId, settings: Settings): TestWallet {
  const { codec } = evmChainOf(chain)
  return {
    pay: async ({ paymentAddress, cryptoAmount, cryptoNetwork }) => {
      const rail = railOf(cryptoNetwork)
      const node = createEvmNode(rpc)
      if (await isMainNetwork(node)) return null
      const due = parseAmount(cryptoAmount, rail.decimals)
      const to = codec.toHex(paymentAddress)
      const token = settings.chains[chain].tokens.find(({ asset }) => asset === rail.asset)
      const contract = token === undefined ? null : codec.toHex(token.contract)
      for (const from of Accounts.parse(await rpc.call('eth_accounts', []))) {
        const balance =
          contract === null
            ? (await node.balance(from)) - GAS_RESERVE
            : await readTokenBalance(node, chain, { contract }, from)
        if (balance < due) continue
        const paid =
          contract === null
            ? { from, to, value: `0x${due.toString(16)}` }
            : { from, to: contract, data: transferCall(to, due) }
        await rpc.call('eth_sendTransaction', [paid])
        return from
      }
      return null
    },
    mine: async () => {
      try {
        await rpc.call('anvil_mine', ['0x1'])
      } catch (error) {
        // another node mines by itself
        if (!(error instanceof NodeFault) || error.kind !== 'refused') throw error
      }
    },
  }
}

/** Whatever the settings say: real money is never sent. */
async function isMainNetwork(node: EvmNode): Promise<boolean> {
  const chainId = await node.chainId()
  return CHAINS.some((chain) => CHAIN_TABLE[chain].mainnetChainId === chainId)
}
