import { createBitcoinEsploraReader } from '#server/chain/bitcoin/esplora-reader.ts'
import { createBitcoinRpcReader } from '#server/chain/bitcoin/rpc-reader.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { systemClock } from '#server/clock.ts'
import { createLog } from '#server/log.ts'
import type { Bitcoind } from '#test/nodes/bitcoind.ts'
import type { EsploraFacade } from '#test/nodes/esplora-facade.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import type { Payout, Rig, Way } from './lab.ts'
import type { Shop } from './shop.ts'

const log = createLog({ level: 'silent' })

/** A real bitcoind, read by its own calls. */
export async function bitcoindRig(shop: Shop, node: Bitcoind): Promise<Rig> {
  const doors = [await startFaultProxy(node.url), await startFaultProxy(node.url)]
  return rigOver(node, 'bitcoind', doors, (urls) =>
    createBitcoinRpcReader({ urls, network: 'regtest', clock: shop.clock, log }),
  )
}

/** The same chain through Esplora's REST. */
export async function esploraRig(shop: Shop, node: Bitcoind, facade: EsploraFacade): Promise<Rig> {
  const doors = [await startFaultProxy(facade.url), await startFaultProxy(facade.url)]
  return rigOver(node, 'Esplora over bitcoind', doors, (urls) =>
    createBitcoinEsploraReader({ urls, network: 'regtest', clock: shop.clock, log, gapMs: 0 }),
  )
}

function rigOver(
  node: Bitcoind,
  name: string,
  doors: readonly FaultProxy[],
  open: (urls: readonly string[]) => ChainReader,
): Rig {
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
    blockClock: systemClock,
    open: (nodes) => open(doors.slice(0, nodes).map((door) => door.url)),
    faults: doors,
    mine: async (blocks) => void (await node.mine(blocks)),
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
    stranger: () => node.address(),
    stop: async () => void (await Promise.all(doors.map((door) => door.stop()))),
  }
}
