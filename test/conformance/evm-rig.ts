import { randomBytes } from 'node:crypto'
import { createEvmReader } from '#server/chain/evm/create-evm-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { RAILS, railOf, type Rail } from '#shared/rails.ts'
import { startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { startDialectProxy } from '#test/nodes/dialect-proxy.ts'
import {
  deployToken,
  deployWallet,
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
import { tokensOn, decimalsOf, isNative, type Asset } from '#shared/assets.ts'
import { CHAIN_TABLE, formatHash, type EvmChainId } from '#shared/chains.ts'
import { evmChainOf } from '#server/chain/evm/evm-chains.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { HEAD_MAX_AGE_S, settlingBlocks, type Payout, type Rig, type Way } from './lab.ts'
import type { Shop } from './shop.ts'

const DIALECTS: Readonly<Record<EvmChainId, { readonly name: string; readonly dialect: Dialect }>> = {
  ethereum: { name: 'Ethereum (anvil)', dialect: PLAIN },
  bsc: { name: 'BSC (anvil, ten blocks per call)', dialect: TEN_BLOCKS },
  tron: { name: "Tron (anvil in java-tron's dialect)", dialect: TRON },
  base: { name: 'Base (anvil)', dialect: PLAIN },
  polygon: { name: 'Polygon (anvil)', dialect: PLAIN },
}

/** anvil's default: `finalized` lies two epochs below the head, which have four slots here. */
const SLOTS_IN_AN_EPOCH = 4
const EPOCHS_TO_FINALITY = 2

/** Starts a real EVM node behind a proxy with its chain's dialect; two fault proxies in front of it act as two nodes. */
export async function evmRig(shop: Shop, chain: EvmChainId): Promise<Rig> {
  const anvil = await startAnvil({ slotsInAnEpoch: SLOTS_IN_AN_EPOCH })
  await deployWallet(anvil)
  const tokens = new Map<Asset, string>()
  for (const asset of tokensOn(chain)) tokens.set(asset, await deployToken(anvil, decimalsOf(chain, asset)))
  const dialect = await startDialectProxy({ upstream: anvil.url, dialect: DIALECTS[chain].dialect })
  const proxies = [await startFaultProxy(dialect.url), await startFaultProxy(dialect.url)]
  const { fromHex: formatAddress, toHex } = evmChainOf(chain).codec
  const raws = new Map<string, string>()
  const keepRaw = async (sent: Promise<string>) => {
    const hash = await sent
    raws.set(formatHash(chain, hash), (await anvil.rpc('eth_getRawTransactionByHash', [hash])) as string)
    return formatHash(chain, hash)
  }

  return {
    name: DIALECTS[chain].name,
    chain,
    ways: waysOf(chain, anvil, tokens, toHex, keepRaw),
    hasMempool: false,
    advance: async (seconds) => void (await anvil.rpc('evm_increaseTime', [seconds])),
    open: (nodes) =>
      createEvmReader({
        chain,
        urls: proxies.slice(0, nodes).map((proxy) => proxy.url),
        chainId: anvil.chainId,
        tokens: tokensOn(chain).map((asset) => ({ asset, contract: formatAddress(tokens.get(asset) ?? '') })),
        headMaxAgeS: HEAD_MAX_AGE_S,
        clock: shop.clock,
        log: createLog({ level: 'silent' }),
      }),
    faults: proxies,
    mine: (blocks) => mine(anvil, blocks),
    settlingBlocks: settlingBlocks(
      chain,
      DIALECTS[chain].dialect.finalizedDepth ?? EPOCHS_TO_FINALITY * SLOTS_IN_AN_EPOCH,
    ),
    // the time anvil takes to mine a block grows with the number of blocks it has
    blocksAtMost: 600,
    height: () => height(anvil),
    reorg: (depth, keep) =>
      reorg(
        anvil,
        depth,
        keep.map((txHash) => ({ txHash: withHexPrefix(txHash), block: 0 })),
      ),
    async sendAgain(txHashes) {
      for (const txHash of txHashes) await anvil.rpc('eth_sendRawTransaction', [raws.get(txHash)])
    },
    replace: async (txHash, payout, network) => {
      // only an ether transfer replaces a transfer here: the shop must see that the first was never mined
      if (!isNative(chain, railOf(network).asset))
        return dropAndReplace(anvil, withHexPrefix(txHash), toHex(await newForeignAddress(formatAddress)), 1n)
      return dropAndReplace(anvil, withHexPrefix(txHash), toHex(payout.address), payout.atoms)
    },
    lag: (blocks) => Promise.resolve(void (dialect.faults.lagBlocks = blocks)),
    hideLogs: (isHidden) => void (dialect.faults.hidesLogs = isHidden),
    lagLogs: (blocks) => void (dialect.faults.logsLagBlocks = blocks),
    refuseBalances: (isRefused) => void (dialect.faults.refusesCalls = isRefused),
    sweep: async (address, atoms) =>
      void (await sendEth(anvil, anvil.accounts[1]!, atoms, { from: address })),
    foreignAddress: () => newForeignAddress(formatAddress),
    async stop() {
      await Promise.all(proxies.map((proxy) => proxy.stop()))
      await dialect.stop()
      await anvil.stop()
    },
  }
}

function waysOf(
  chain: EvmChainId,
  anvil: Anvil,
  contracts: ReadonlyMap<Asset, string>,
  toHex: (address: string) => string,
  keepRaw: (sent: Promise<string>) => Promise<string>,
): readonly Way[] {
  const hexed = (payouts: readonly Payout[]) =>
    payouts.map(({ address, atoms }) => ({ to: toHex(address), atoms }))
  const { asset: native, readsCoinTransfers, readsCoinBalances } = CHAIN_TABLE[chain]
  const contractOf = (asset: Asset) => contracts.get(asset) ?? ''
  const payToken =
    (asset: Asset) =>
    ({ address, atoms }: Payout) =>
      keepRaw(sendToken(anvil, contractOf(asset), toHex(address), atoms))
  const payCoin = ({ address, atoms }: Payout) => keepRaw(sendEth(anvil, toHex(address), atoms))
  const tokenWay = ({ network, asset }: Rail): Way => {
    // another token if the chain has one: the most likely mistake, and the hardest to detect
    const other = [...contracts.keys()].find((one) => one !== asset)
    const isCoinSeen = readsCoinTransfers || readsCoinBalances
    return {
      name: network,
      network,
      pay: payToken(asset),
      payMany: (payouts) => keepRaw(sendTwoInOneTransaction(anvil, contractOf(asset), hexed(payouts))),
      payFake: ({ address, atoms }) => keepRaw(sendFakeToken(anvil, toHex(address), atoms)),
      payOther: other !== undefined ? payToken(other) : isCoinSeen ? payCoin : null,
      hasTransfers: true,
    }
  }
  const coinWays = ({ network }: Rail): readonly Way[] => {
    const [token] = contracts.keys()
    const coin: Way = {
      name: network,
      network,
      pay: payCoin,
      payMany: null,
      payFake: null,
      payOther: token === undefined ? null : payToken(token),
      hasTransfers: true,
    }
    const byContract: Way = {
      ...coin,
      name: `${network} by a contract`,
      pay: ({ address, atoms }) => keepRaw(sendEthByContract(anvil, toHex(address), atoms)),
      hasTransfers: false,
    }
    return [coin, byContract]
  }
  return RAILS.filter((rail) => rail.chain === chain).flatMap((rail) =>
    rail.asset === native ? coinWays(rail) : [tokenWay(rail)],
  )
}

function withHexPrefix(txHash: string): string {
  return txHash.startsWith('0x') ? txHash : `0x${txHash}`
}

function newForeignAddress(formatAddress: (hex: string) => string): Promise<string> {
  return Promise.resolve(formatAddress(`0x${randomBytes(20).toString('hex')}`))
}
