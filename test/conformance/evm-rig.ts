import { randomBytes } from 'node:crypto'
import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import { tronAddress, tronToHex } from '#server/chain/addresses/tron-address.ts'
import { createEvmReader } from '#server/chain/evm/create-evm-reader.ts'
import type { EvmChainId } from '#server/chain/evm/evm-chains.ts'
import { createLog } from '#server/runtime/log.ts'
import { RAILS, railOf, type NetworkId } from '#shared/rails.ts'
import { startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { startDialectProxy } from '#test/nodes/dialect-proxy.ts'
import {
  deployToken,
  dropAndReplace,
  height,
  mine,
  reorg,
  sendEth,
  sendEthByContract,
  sendFakeToken,
  sendToken,
  sendTwoInOneTransaction,
} from '#test/nodes/evm-wallet.ts'
import { PLAIN, TEN_BLOCKS, TRON, type Dialect } from '#test/nodes/proxy-dialects.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { HEAD_MAX_AGE_S, type Payout, type Rig, type Way } from './lab.ts'
import type { Shop } from './shop.ts'

const DIALECTS: Readonly<Record<EvmChainId, { readonly name: string; readonly dialect: Dialect }>> = {
  ethereum: { name: 'Ethereum (anvil)', dialect: PLAIN },
  bsc: { name: 'BSC (anvil, ten blocks a question)', dialect: TEN_BLOCKS },
  tron: { name: "Tron (anvil in java-tron's dialect)", dialect: TRON },
}

/** anvil's default: `finalized` lies two epochs below the head, of four slots here. */
const SLOTS_IN_AN_EPOCH = 4

/** A real EVM node behind its chain's dialect, and a second door to it that may lie. */
export async function evmRig(shop: Shop, chain: EvmChainId): Promise<Rig> {
  const anvil = await startAnvil({ slotsInAnEpoch: SLOTS_IN_AN_EPOCH })
  const decimals = railOf(
    RAILS.find((rail) => rail.chain === chain && rail.asset === 'USDT')!.network,
  ).decimals
  const token = await deployToken(anvil, decimals)
  const dialect = await startDialectProxy({ upstream: anvil.url, dialect: DIALECTS[chain].dialect })
  const doors = [await startFaultProxy(dialect.url), await startFaultProxy(dialect.url)]
  const spelt = (hex: string) => (chain === 'tron' ? tronAddress(hex) : toChecksumAddress(hex))
  const toHex = (address: string) => (chain === 'tron' ? tronToHex(address) : address)
  const raws = new Map<string, string>()
  const remembering = async (sent: Promise<string>) => {
    const hash = await sent
    raws.set(named(chain, hash), (await anvil.rpc('eth_getRawTransactionByHash', [hash])) as string)
    return named(chain, hash)
  }

  return {
    name: DIALECTS[chain].name,
    chain,
    ways: waysOf(chain, anvil, token, toHex, remembering),
    hasMempool: false,
    advance: async (seconds) => void (await anvil.rpc('evm_increaseTime', [seconds])),
    open: (nodes) =>
      createEvmReader({
        chain,
        urls: doors.slice(0, nodes).map((door) => door.url),
        chainId: anvil.chainId,
        tokenContract: spelt(token),
        headMaxAgeS: HEAD_MAX_AGE_S,
        clock: shop.clock,
        log: createLog({ level: 'silent' }),
      }),
    faults: doors,
    mine: (blocks) => mine(anvil, blocks),
    height: () => height(anvil),
    reorg: (depth, keep) =>
      reorg(
        anvil,
        depth,
        keep.map((txHash) => ({ txHash: wire(txHash), block: 0 })),
      ),
    async sendAgain(txHashes) {
      for (const txHash of txHashes) await anvil.rpc('eth_sendRawTransaction', [raws.get(txHash)])
    },
    replace: async (txHash, payout, network) => {
      // only ether can take the place of a transfer here: what the shop must see is that the first never was
      if (network !== 'ethereum') return dropAndReplace(anvil, wire(txHash), toHex(await stranger(spelt)), 1n)
      return dropAndReplace(anvil, wire(txHash), toHex(payout.address), payout.atoms)
    },
    lag: (blocks) => Promise.resolve(void (dialect.faults.lagBlocks = blocks)),
    hideLogs: (isHidden) => void (dialect.faults.hidesLogs = isHidden),
    sweep: async (address, atoms) =>
      void (await sendEth(anvil, anvil.accounts[1]!, atoms, { from: address })),
    stranger: () => stranger(spelt),
    async stop() {
      await Promise.all(doors.map((door) => door.stop()))
      await dialect.stop()
      await anvil.stop()
    },
  }
}

function waysOf(
  chain: EvmChainId,
  anvil: Anvil,
  token: string,
  toHex: (address: string) => string,
  remembering: (sent: Promise<string>) => Promise<string>,
): readonly Way[] {
  const hexed = (payouts: readonly Payout[]) =>
    payouts.map(({ address, atoms }) => ({ to: toHex(address), atoms }))
  const payToken = ({ address, atoms }: Payout) => remembering(sendToken(anvil, token, toHex(address), atoms))
  const payCoin = ({ address, atoms }: Payout) => remembering(sendEth(anvil, toHex(address), atoms))
  const tokens = (network: NetworkId): Way => ({
    name: network,
    network,
    pay: payToken,
    payMany: (payouts) => remembering(sendTwoInOneTransaction(anvil, token, hexed(payouts))),
    payFake: ({ address, atoms }) => remembering(sendFakeToken(anvil, toHex(address), atoms)),
    payOther: chain === 'tron' ? null : payCoin,
    hasTransfers: true,
  })
  const coin: Way = {
    name: 'ethereum',
    network: 'ethereum',
    pay: payCoin,
    payMany: null,
    payFake: null,
    payOther: payToken,
    hasTransfers: true,
  }
  const byContract: Way = {
    ...coin,
    name: 'ethereum by a contract',
    pay: ({ address, atoms }) => remembering(sendEthByContract(anvil, toHex(address), atoms)),
    hasTransfers: false,
  }
  const rails = RAILS.filter((rail) => rail.chain === chain).map(({ network }) => network)
  return rails.flatMap((network) => (network === 'ethereum' ? [coin, byContract] : [tokens(network)]))
}

/** Tron writes hashes without 0x. */
function named(chain: EvmChainId, hash: string): string {
  return chain === 'tron' ? hash.replace(/^0x/, '') : hash
}

function wire(txHash: string): string {
  return txHash.startsWith('0x') ? txHash : `0x${txHash}`
}

function stranger(spelt: (hex: string) => string): Promise<string> {
  return Promise.resolve(spelt(`0x${randomBytes(20).toString('hex')}`))
}
