import { randomBytes } from 'node:crypto'
import { createSimChain, type SimPayment } from '#server/demo/sim-chain.ts'
import { finalBelowHead } from '#server/demo/sim-forms.ts'
import { atoms } from '#shared/money.ts'
import { type Asset, tokensOn } from '#shared/assets.ts'
import { CHAIN_TABLE, type ChainId, walletKindOf } from '#shared/chains.ts'
import { RAILS, railOf, type NetworkId } from '#shared/rails.ts'
import { faultyReader } from './faulty-reader.ts'
import { settlingBlocks, type Payout, type Rig, type Way } from './lab.ts'
import type { Shop } from './shop.ts'

/** Starts a simulated chain of the demo, in the shop's database. */
export function simRig({ db, clock }: Shop, chain: ChainId): Rig {
  const sim = createSimChain({ db, chain, clock })
  const node = faultyReader(sim.reader)
  const pay = async (payout: Payout, more: Partial<SimPayment> & Pick<SimPayment, 'asset'>) => {
    const { txHash } = await sim.pay({
      address: payout.address,
      atoms: atoms(payout.atoms),
      isGenuine: true,
      ...more,
    })
    return txHash
  }

  /** A simulated transaction has one payment; further payments are inserted beside it with the same hash. */
  async function payMany(asset: Asset, [first, ...others]: readonly Payout[]): Promise<string> {
    if (first === undefined) throw new RangeError('expected at least one payout')
    const txHash = await pay(first, { asset })
    const row = await db
      .selectFrom('sim_transactions')
      .selectAll()
      .where('tx_hash', '=', txHash)
      .executeTakeFirstOrThrow()
    for (const [at, other] of others.entries()) {
      await db
        .insertInto('sim_transactions')
        .values({ ...row, output_index: row.output_index + at + 1, ...other })
        .execute()
    }
    return txHash
  }

  function way(network: NetworkId): Way {
    const { asset } = railOf(network)
    const { asset: native, readsCoinBalances } = CHAIN_TABLE[chain]
    const others: readonly Asset[] = [...tokensOn(chain), ...(readsCoinBalances ? [native] : [])]
    const other = others.find((one) => one !== asset)
    const { spendsOutputs } = walletKindOf(chain)
    return {
      name: network,
      network,
      pay: (payout) => pay(payout, { asset }),
      // a transaction contains only one plain transfer of the chain's coin
      payMany: asset === native && !spendsOutputs ? null : (payouts) => payMany(asset, payouts),
      payFake: asset !== native ? (payout) => pay(payout, { asset, isGenuine: false }) : null,
      payOther: other !== undefined ? (payout) => pay(payout, { asset: other }) : null,
      hasTransfers: true,
    }
  }

  const ways = RAILS.filter((rail) => rail.chain === chain).map((rail) => way(rail.network))
  if (chain === 'ethereum') {
    const plain = way('ethereum')
    ways.push({
      ...plain,
      name: 'ethereum by a contract',
      pay: (payout) => pay(payout, { asset: 'ETH', evidence: 'balance' }),
      hasTransfers: false,
    })
  }

  const gone = new Map<string, Awaited<ReturnType<typeof rowsOf>>>()
  const rowsOf = (above: number) =>
    db
      .selectFrom('sim_transactions')
      .selectAll()
      .where('chain', '=', chain)
      .where('block_height', '>', above)
      .execute()
  const height = async () => (await sim.reader.head()).height

  return {
    name: `simulated ${chain}`,
    chain,
    ways,
    hasMempool: chain === 'bitcoin',
    advance: () => Promise.resolve(),
    open: (nodes) => (nodes === 1 ? node.reader : null),
    faults: [node.faults],
    mine: async (blocks) => void (await sim.mine(blocks)),
    settlingBlocks: settlingBlocks(chain, finalBelowHead(chain)),
    blocksAtMost: Number.POSITIVE_INFINITY,
    height,
    async reorg(depth, keep) {
      const lost = keep.length > 0 ? [] : await rowsOf((await height()) - depth)
      for (const { tx_hash } of lost)
        gone.set(
          tx_hash,
          lost.filter((row) => row.tx_hash === tx_hash),
        )
      await sim.reorg({ depth, keep: keep.length > 0 })
      // the transactions of a removed block are in the mempool again
      if (chain === 'bitcoin') await sendAgain([...new Set(lost.map((row) => row.tx_hash))])
    },
    sendAgain: (txHashes) => sendAgain(txHashes),
    replace:
      chain === 'bitcoin'
        ? async (txHash, payout) => {
            const { inputs } = await db
              .selectFrom('sim_transactions')
              .select('inputs')
              .where('tx_hash', '=', txHash)
              .executeTakeFirstOrThrow()
            return pay(payout, { asset: 'BTC', inputs })
          }
        : null,
    lag(blocks) {
      node.lag(blocks)
      return Promise.resolve()
    },
    hideLogs: (isHidden) => node.lagLogs(isHidden ? Number.POSITIVE_INFINITY : 0),
    lagLogs: (blocks) => node.lagLogs(blocks),
    refuseBalances: walletKindOf(chain).spendsOutputs ? null : (isRefused) => node.refuseBalances(isRefused),
    sweep: null,
    foreignAddress: () => Promise.resolve(`foreign-${randomBytes(8).toString('hex')}`),
    stop: () => Promise.resolve(),
  }

  async function sendAgain(txHashes: readonly string[]): Promise<void> {
    for (const txHash of txHashes) {
      for (const row of gone.get(txHash) ?? []) {
        await db
          .insertInto('sim_transactions')
          .values({ ...row, block_height: null })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
    }
  }
}
