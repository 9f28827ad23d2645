import { createBitcoinEsploraReader } from '#server/chain/bitcoin/esplora-reader.ts'
import { createBitcoinRpcReader } from '#server/chain/bitcoin/rpc-reader.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { startBitcoind, type Bitcoind } from '#test/nodes/bitcoind.ts'
import { startEsploraFacade } from '#test/nodes/esplora-facade.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { HEAD_MAX_AGE_S, settlingBlocks, type Payout, type Rig, type Way } from './lab.ts'
import type { Shop } from './shop.ts'

const log = createLog({ level: 'silent' })
/** Coins enough for every payment at once. */
const CHAIN = { blocks: 130 }

/** A real bitcoind, read by its own calls. */
export async function bitcoindRig(shop: Shop): Promise<Rig> {
  const node = await startBitcoind(CHAIN)
  const doors = [await startFaultProxy(node.url), await startFaultProxy(node.url)]
  return rigOver(shop, node, {
    name: 'bitcoind',
    doors,
    open: (urls) =>
      createBitcoinRpcReader({
        urls,
        network: 'regtest',
        clock: shop.clock,
        log,
        headMaxAgeS: HEAD_MAX_AGE_S,
      }),
    stop: () => node.stop(),
  })
}

/** A chain of the same kind through Esplora's REST. */
export async function esploraRig(shop: Shop): Promise<Rig> {
  const node = await startBitcoind(CHAIN)
  const facade = await startEsploraFacade(node)
  const doors = [await startFaultProxy(facade.url), await startFaultProxy(facade.url)]
  return rigOver(shop, node, {
    name: 'Esplora over bitcoind',
    doors,
    open: (urls) =>
      createBitcoinEsploraReader({
        urls,
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
  readonly doors: readonly FaultProxy[]
  readonly open: (urls: readonly string[]) => ChainReader
  readonly stop: () => Promise<void>
}

function rigOver({ clock }: Shop, node: Bitcoind, { name, doors, open, stop }: Front): Rig {
  const outputs = (payouts: readonly Payout[]) =>
    payouts.map(({ address, atoms }) => ({ address, sats: atoms }))
  const way: Way = {
    name: 'bitcoin',
    network: 'bitcoin',
    pay: (payout) => node.send(...outputs([payout])),
    payMany: (payouts) => node.send(...outputs(payouts)),
    payFake: null,
    payOther: null,
    hasTransfers: true,
  }
  let invalid: string | null = null
  return {
    name,
    chain: 'bitcoin',
    ways: [way],
    hasMempool: true,
    async advance() {
      await node.rpc('setmocktime', [Math.floor(clock().getTime() / 1000)])
      // the median of eleven blocks is a block's time
      await node.mine(11)
    },
    open: (nodes) => open(doors.slice(0, nodes).map((door) => door.url)),
    faults: doors,
    mine: async (blocks) => void (await node.mine(blocks)),
    settlingBlocks: settlingBlocks('bitcoin', CHAIN_TABLE.bitcoin.finality.fallbackDepth),
    height: () => node.rpc<number>('getblockcount'),
    reorg: (depth, keep) => node.reorg(depth, keep),
    // lost blocks give their transactions back by themselves
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
    sweep: null,
    stranger: () => node.address(),
    async stop() {
      await Promise.all(doors.map((door) => door.stop()))
      await stop()
    },
  }
}
