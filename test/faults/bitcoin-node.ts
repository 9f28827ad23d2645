import type { ChainModel, ModelBlock, ModelTx } from './chain-model.ts'
import { RpcError, type Backend } from './node-protocol.ts'

// bitcoind's own codes, src/rpc/protocol.h
const NOT_FOUND = -5
const OUT_OF_RANGE = -8
const MEDIAN_OF = 11
/** By its hash a regtest is told from another chain: that of the model's first block is its own. */
export const REGTEST_GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'

/** The median time past of a block, in seconds. Source: BIP-113. */
export function medianTimePast(block: ModelBlock): number {
  const times: number[] = []
  for (let one: ModelBlock | null = block; one !== null && times.length < MEDIAN_OF; one = one.parent)
    times.push(Math.floor(one.atMs / 1000))
  return times.sort((a, b) => a - b)[times.length >> 1]!
}

/** What a bitcoind of the model knows beside its chain. */
export interface BitcoinNodeState {
  /** Whether it has not loaded its mempool yet. */
  hidesMempool(): boolean
  /** The height that its blocks reach, by the slowest of its methods. */
  reaches(): number
}

/** What a node has in its mempool: also the transactions of blocks that it has not got yet. */
export function mempoolOf(chain: ChainModel, state: BitcoinNodeState): readonly ModelTx[] {
  if (state.hidesMempool()) return []
  const above: ModelTx[] = []
  for (let height = state.reaches() + 1; height <= chain.tip().height; height += 1)
    above.push(...(chain.at(chain.tip(), height)?.txs ?? []))
  return [...chain.mempool(), ...above]
}

/** Creates the answers of a bitcoind. */
export function createBitcoinBackend(chain: ChainModel, state: BitcoinNodeState): Backend {
  const header = (tip: ModelBlock, block: ModelBlock) => ({
    hash: block.hash,
    height: block.height,
    confirmations: chain.at(tip, block.height) === block ? tip.height - block.height + 1 : -1,
    ...(block.parent === null ? {} : { previousblockhash: block.parent.hash }),
    time: Math.floor(block.atMs / 1000),
    mediantime: medianTimePast(block),
  })
  const wireTx = (tx: ModelTx, tip: ModelBlock, block: ModelBlock | null) => ({
    txid: tx.id,
    vin: tx.inputs.map((input) => ({ txid: input.split(':')[0], vout: Number(input.split(':')[1]) })),
    vout: tx.pays.map((pay, n) => ({
      value: Number(pay.atoms) / 1e8,
      n,
      scriptPubKey: { address: pay.to, type: 'witness_v0_keyhash' },
    })),
    ...(block === null ? {} : { blockhash: block.hash, confirmations: tip.height - block.height + 1 }),
  })
  const known = (tip: ModelBlock, hash: unknown): ModelBlock => {
    const block = chain.byHash(String(hash))
    if (block === null || block.height > tip.height) throw new RpcError(NOT_FOUND, 'Block not found')
    return block
  }
  const pool = () => mempoolOf(chain, state)
  const isSpent = (tip: ModelBlock, outpoint: string, withMempool: boolean): boolean => {
    if (withMempool && pool().some((tx) => tx.inputs.includes(outpoint))) return true
    for (let block: ModelBlock | null = tip; block !== null; block = block.parent)
      if (block.txs.some((tx) => tx.inputs.includes(outpoint))) return true
    return false
  }
  const rawTransaction = (tip: ModelBlock, [txid, , blockHash]: readonly unknown[]) => {
    if (typeof blockHash === 'string') {
      const block = known(tip, blockHash)
      const tx = block.txs.find((one) => one.id === txid)
      if (tx === undefined) throw new RpcError(NOT_FOUND, 'No such transaction found in the provided block.')
      return wireTx(tx, tip, block)
    }
    // without an index only the mempool is searched
    const tx = pool().find((one) => one.id === txid)
    if (tx === undefined) throw new RpcError(NOT_FOUND, 'No such mempool transaction.')
    return wireTx(tx, tip, null)
  }

  return {
    answer(method, params, tip) {
      switch (method) {
        case 'getblockchaininfo':
          return {
            chain: 'regtest',
            blocks: tip.height,
            headers: tip.height,
            bestblockhash: tip.hash,
            initialblockdownload: false,
          }
        case 'getblockcount':
          return tip.height
        case 'getbestblockhash':
          return tip.hash
        case 'getblockhash': {
          if (params[0] === 0) return REGTEST_GENESIS
          const block = chain.at(tip, Number(params[0]))
          if (block === null) throw new RpcError(OUT_OF_RANGE, 'Block height out of range')
          return block.hash
        }
        case 'getblockheader':
          return header(tip, known(tip, params[0]))
        case 'getblock': {
          const block = known(tip, params[0])
          return {
            ...header(tip, block),
            nTx: block.txs.length,
            tx: block.txs.map((tx) => wireTx(tx, tip, null)),
          }
        }
        case 'getmempoolinfo':
          return { loaded: true, size: pool().length }
        case 'getrawmempool':
          return pool().map((tx) => tx.id)
        case 'getrawtransaction':
          return rawTransaction(tip, params)
        case 'gettxout': {
          const [txid, vout] = [String(params[0]), Number(params[1])]
          if (isSpent(tip, `${txid}:${String(vout)}`, params[2] === true)) return null
          // what buyers spend comes from transactions that the model does not have
          const pay = chain.transaction(txid)?.pays[vout]
          const scriptPubKey = { type: 'witness_v0_keyhash', ...(pay && { address: pay.to }) }
          return {
            bestblock: tip.hash,
            confirmations: 1,
            value: pay ? Number(pay.atoms) / 1e8 : 1,
            scriptPubKey,
          }
        }
        default:
          throw new Error(`the model of bitcoind has no ${method}`)
      }
    },
  }
}
