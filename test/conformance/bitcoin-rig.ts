import { createBitcoinEsploraReader } from '#server/chain/bitcoin/esplora-reader.ts'
import { createBitcoinRpcReader } from '#server/chain/bitcoin/rpc-reader.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { startBitcoind, type Bitcoind } from '#test/nodes/bitcoind.ts'
import { startLitecoind } from '#test/nodes/litecoind.ts'
import { startEsploraFacade } from '#test/nodes/esplora-facade.ts'
import { CHAIN_TABLE, type OutputChainId } from '#shared/chains.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { HEAD_MAX_AGE_S, settlingBlocks, type Payout, type Rig, type Way } from './lab.ts'
import type { Shop } from './shop.ts'

const log = createLog({ level: 'silent' })
/** Enough coins for all payments at the same time. */
const BLOCKS = 130

/** Starts a real bitcoind, read over JSON-RPC. */
export async function bitcoindRig(shop: Shop): Promise<Rig> {
  return rpcRig(shop, 'bitcoin', 'bitcoind', await startBitcoind({ blocks: BLOCKS }))
}

/** Starts a real litecoind whose blocks have extension blocks, read over JSON-RPC. */
export async function litecoindRig(shop: Shop): Promise<Rig> {
  return rpcRig(shop, 'litecoin', 'litecoind', await startLitecoind())
}

async function rpcRig(shop: Shop, chain: OutputChainId, name: string, node: Bitcoind): Promise<Rig> {
  const proxies = [await startFaultProxy(node.url), await startFaultProxy(node.url)]
  return rigOver(shop, node, {
    name,
    chain,
    proxies,
    open: (urls) =>
      createBitcoinRpcReader({
        urls,
        chain,
        network: 'regtest',
        clock: shop.clock,
        log,
        headMaxAgeS: HEAD_MAX_AGE_S,
      }),
    stop: () => node.stop(),
  })
}

/** Starts the same kind of chain, read over Esplora's REST API. */
export async function esploraRig(shop: Shop): Promise<Rig> {
  const node = await startBitcoind({ blocks: BLOCKS })
  const facade = await startEsploraFacade(node)
  const proxies = [await startFaultProxy(facade.url), await startFaultProxy(facade.url)]
  return rigOver(shop, node, {
    name: 'Esplora over bitcoind',
    chain: 'bitcoin',
    proxies,
    open: (urls) =>
      createBitcoinEsploraReader({
        urls,
        chain: 'bitcoin',
        network: 'regtest',
        clock: shop.clock,
        log,
        gapMs: 0,
        headMaxAgeS: HEAD_MAX_AGE_S,
      }),
    async stop() {
      await facade.stop()
      await node.stop()
    },
  })
}

interface Front {
  readonly name: string
  readonly chain: OutputChainId
  readonly proxies: readonly FaultProxy[]
  readonly open: (urls: readonly string[]) => ChainReader
  readonly stop: () => Promise<void>
}

function rigOver({ clock }: Shop, node: Bitcoind, { name, chain, proxies, open, stop }: Front): Rig {
  const outputs = (payouts: readonly Payout[]) =>
    payouts.map(({ address, atoms }) => ({ address, sats: atoms }))
  const way: Way = {
    name: chain,
    network: chain,
    pay: (payout) => node.send(...outputs([payout])),
    payMany: (payouts) => node.send(...outputs(payouts)),
    payFake: null,
    payOther: null,
    hasTransfers: true,
  }
  let invalid: string | null = null
  return {
    name,
    chain,
    ways: [way],
    hasMempool: true,
    async advance() {
      await node.rpc('setmocktime', [Math.floor(clock().getTime() / 1000)])
      // the time of a block is the median of eleven blocks
      await node.mine(11)
    },
    open: (nodes) => open(proxies.slice(0, nodes).map((proxy) => proxy.url)),
    faults: proxies,
    mine: async (blocks) => void (await node.mine(blocks)),
    settlingBlocks: settlingBlocks(chain, CHAIN_TABLE[chain].finality.fallbackDepth),
    blocksAtMost: Number.POSITIVE_INFINITY,
    height: () => node.rpc<number>('getblockcount'),
    reorg: (depth, keep) => node.reorg(depth, keep),
    // the node returns transactions of removed blocks to the mempool
    sendAgain: () => Promise.resolve(),
    replace: (txHash, payout) => node.replaceByFee(txHash, ...outputs([payout])),
    async lag(blocks) {
      if (invalid !== null) await node.rpc('reconsiderblock', [invalid])
      invalid = null
      if (blocks === 0) return
      const height = await node.rpc<number>('getblockcount')
      invalid = await node.rpc<string>('getblockhash', [height - blocks + 1])
      await node.rpc('invalidateblock', [invalid])
    },
    hideLogs: null,
    lagLogs: null,
    refuseBalances: null,
    sweep: null,
    foreignAddress: () => node.address(),
    async stop() {
      await Promise.all(proxies.map((proxy) => proxy.stop()))
      await stop()
    },
  }
}
