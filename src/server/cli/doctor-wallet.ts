import * as z from 'zod'
import { evmChainOf } from '#server/chain/evm/evm-chains.ts'
import { createJsonRpc, NodeFault, type JsonRpc } from '#server/chain/json-rpc.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Payment } from '#shared/api.ts'
import { parseAmount, type Atoms } from '#shared/money.ts'
import { CHAIN_TABLE, CHAINS, isEvmChain, type EvmChainId } from '#shared/chains.ts'
import { railOf, type Rail } from '#shared/rails.ts'

/** What a test node's own wallet can do for an order. */
export interface TestWallet {
  /** Sends the amount due. @returns false if no unlocked account has enough. */
  pay(payment: Payment): Promise<boolean>
  /** Adds a block, if the node mines on request. */
  mine(): Promise<void>
}

/** `transfer(address,uint256)` and `balanceOf(address)` of ERC-20. */
const TRANSFER = 'a9059cbb'
const BALANCE_OF = '70a08231'
const GAS_RESERVE = 10n ** 16n
const BlockchainInfo = z.object({ chain: z.string() })
const Accounts = z.array(z.string().regex(/^0x[0-9a-fA-F]{40}$/))
const Quantity = z.string().regex(/^0x[0-9a-fA-F]*$/)

/**
 * The wallet of a test network's node: bitcoind in regtest, or an EVM node with unlocked accounts such as anvil. Null on main
 * and public test networks, where an operator pays with a wallet of their own.
 */
export function testWalletFor(settings: Settings, rail: Rail): TestWallet | null {
  const { chain } = rail
  const { rpcUrls, chainId } = settings.chains[chain]
  const [url] = rpcUrls
  if (url === undefined) return null
  if (!isEvmChain(chain))
    return settings.bitcoinNetwork === 'regtest' ? bitcoindWallet(createJsonRpc({ url })) : null
  if (chainId === CHAIN_TABLE[chain].mainnetChainId) return null
  return evmWallet(createJsonRpc({ url }), chain, settings)
}

function bitcoindWallet(rpc: JsonRpc): TestWallet {
  return {
    pay: async ({ paymentAddress, cryptoAmount }) => {
      // whatever the settings say: real money is never sent
      const { chain } = BlockchainInfo.parse(await rpc.call('getblockchaininfo', []))
      if (chain !== 'regtest') return false
      try {
        await rpc.call('sendtoaddress', [paymentAddress, cryptoAmount])
        return true
      } catch (error) {
        if (error instanceof NodeFault && error.kind === 'refused') return false
        throw error
      }
    },
    mine: async () => {
      const address = await rpc.call('getnewaddress', [])
      await rpc.call('generatetoaddress', [1, address])
    },
  }
}

function evmWallet(rpc: JsonRpc, chain: EvmChainId, settings: Settings): TestWallet {
  const { codec } = evmChainOf(chain)
  return {
    pay: async ({ paymentAddress, cryptoAmount, cryptoNetwork }) => {
      const rail = railOf(cryptoNetwork)
      if (await isMainNetwork(rpc)) return false
      const due = parseAmount(cryptoAmount, rail.decimals)
      const to = codec.toHex(paymentAddress)
      const token = settings.chains[chain].tokens.find(({ asset }) => asset === rail.asset)
      const contract = token === undefined ? null : codec.toHex(token.contract)
      for (const from of Accounts.parse(await rpc.call('eth_accounts', []))) {
        if ((await balanceOf(rpc, from, contract)) < due + (contract === null ? GAS_RESERVE : 0n)) continue
        const paid =
          contract === null
            ? { from, to, value: hex(due) }
            : { from, to: contract, data: `0x${TRANSFER}${word(BigInt(to))}${word(due)}` }
        await rpc.call('eth_sendTransaction', [paid])
        return true
      }
      return false
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
async function isMainNetwork(rpc: JsonRpc): Promise<boolean> {
  const chainId = BigInt(Quantity.parse(await rpc.call('eth_chainId', [])))
  return CHAINS.some((chain) => chainId === BigInt(CHAIN_TABLE[chain].mainnetChainId ?? -1))
}

async function balanceOf(rpc: JsonRpc, account: string, contract: string | null): Promise<bigint> {
  const answer =
    contract === null
      ? await rpc.call('eth_getBalance', [account, 'latest'])
      : await rpc.call('eth_call', [
          { to: contract, data: `0x${BALANCE_OF}${word(BigInt(account))}` },
          'latest',
        ])
  const quantity = Quantity.parse(answer)
  return quantity === '0x' ? 0n : BigInt(quantity)
}

function hex(amount: Atoms | bigint): string {
  return `0x${amount.toString(16)}`
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
