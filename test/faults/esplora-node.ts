import { medianTimePast, mempoolOf, REGTEST_GENESIS, type BitcoinNodeState } from './bitcoin-node.ts'
import type { ChainModel, ModelBlock, ModelTx } from './chain-model.ts'
import { RpcError, type Backend } from './node-protocol.ts'

/** The requests about addresses, which an index answers that may be behind the blocks. */
export const ADDRESS_INDEX = 'address index'

// https://github.com/Blockstream/esplora/blob/master/API.md
const PAGE = 25

const ROUTES = [
  ['tip', /^\/blocks\/tip\/hash$/],
  ['hash', /^\/block-height\/(\d+)$/],
  ['block', /^\/block\/([0-9a-f]{64})$/],
  ['block transactions', /^\/block\/([0-9a-f]{64})\/txs\/(\d+)$/],
  [ADDRESS_INDEX, /^\/address\/(\w+)\/txs\/chain(?:\/([0-9a-f]{64}))?$/],
  ['address mempool', /^\/address\/(\w+)\/txs\/mempool$/],
  ['transaction', /^\/tx\/([0-9a-f]{64})$/],
  ['outspend', /^\/tx\/([0-9a-f]{64})\/outspend\/(\d+)$/],
] as const
type Route = (typeof ROUTES)[number][0]

/** The route of a path and what it names, as a method with its parameters. */
export function routeOf(path: string): { readonly method: Route; readonly params: readonly string[] } {
  for (const [method, pattern] of ROUTES) {
    const [, ...params] = pattern.exec(path) ?? []
    if (pattern.test(path)) return { method, params }
  }
  throw new Error(`the model of Esplora has no ${path}`)
}

/** Creates the answers of an Esplora server. @throws {RpcError} for what it does not know: HTTP 404. */
export function createEsploraBackend(chain: ChainModel, state: BitcoinNodeState): Backend {
  const statusOf = (block: ModelBlock | null) =>
    block === null
      ? { confirmed: false }
      : { confirmed: true, block_height: block.height, block_hash: block.hash }
  const wireTx = (tx: ModelTx, block: ModelBlock | null) => ({
    txid: tx.id,
    vin: tx.inputs.map((input) => {
      const [txid, vout] = input.split(':')
      return { txid, vout: Number(vout), is_coinbase: false }
    }),
    vout: tx.pays.map((pay) => ({
      scriptpubkey_address: pay.to,
      scriptpubkey_type: 'v0_p2wpkh',
      value: Number(pay.atoms),
    })),
    status: statusOf(block),
  })
  const known = (tip: ModelBlock, hash: string): ModelBlock => {
    const block = chain.byHash(hash)
    if (block === null || block.height > tip.height) throw new RpcError(404, 'Block not found')
    return block
  }
  const paysTo = (tx: ModelTx, address: string) => tx.pays.some((pay) => pay.to === address)
  const blocksBelow = (tip: ModelBlock): readonly ModelBlock[] => {
    const blocks: ModelBlock[] = []
    for (let block: ModelBlock | null = tip; block !== null; block = block.parent) blocks.push(block)
    return blocks
  }
  /** A page of an address's transactions up to the block that the index has reached, newest first. */
  const confirmedOf = (tip: ModelBlock, address: string, after: string | undefined) => {
    const all = blocksBelow(tip).flatMap((block) =>
      block.txs.filter((tx) => paysTo(tx, address)).map((tx) => wireTx(tx, block)),
    )
    const from = after === undefined ? 0 : all.findIndex(({ txid }) => txid === after) + 1
    return all.slice(from, from + PAGE)
  }
  const find = (tip: ModelBlock, is: (tx: ModelTx) => boolean) => {
    for (const block of blocksBelow(tip)) {
      const tx = block.txs.find(is)
      if (tx !== undefined) return { tx, block }
    }
    const tx = mempoolOf(chain, state).find(is)
    return tx === undefined ? null : { tx, block: null }
  }
  const page = (block: ModelBlock, start: number) =>
    block.txs.slice(start, start + PAGE).map((tx) => wireTx(tx, block))

  return {
    answer(method, params, tip) {
      const [first = '', second] = params as readonly (string | undefined)[]
      switch (method as Route) {
        case 'tip':
          return tip.hash
        case 'hash': {
          if (first === '0') return REGTEST_GENESIS
          const block = chain.at(tip, Number(first))
          if (block === null) throw new RpcError(404, 'Block not found')
          return block.hash
        }
        case 'block': {
          const block = known(tip, first)
          return {
            id: block.hash,
            height: block.height,
            // the model's blocks have no coinbase, and a block is never empty
            tx_count: Math.max(1, block.txs.length),
            timestamp: Math.floor(block.atMs / 1000),
            mediantime: medianTimePast(block),
            ...(block.parent === null ? {} : { previousblockhash: block.parent.hash }),
          }
        }
        case 'block transactions': {
          const block = known(tip, first)
          if (block.txs.length === 0) return [coinbaseOf(block, statusOf(block))]
          return page(block, Number(second))
        }
        case ADDRESS_INDEX:
          return confirmedOf(tip, first, second)
        case 'address mempool':
          return mempoolOf(chain, state)
            .filter((tx) => paysTo(tx, first))
            .map((tx) => wireTx(tx, null))
        case 'transaction': {
          const found = find(tip, ({ id }) => id === first)
          if (found === null) throw new RpcError(404, 'Transaction not found')
          return wireTx(found.tx, found.block)
        }
        case 'outspend': {
          const found = find(tip, ({ inputs }) => inputs.includes(`${first}:${second ?? ''}`))
          return found === null ? { spent: false } : { spent: true, txid: found.tx.id }
        }
        default:
          throw new Error(`the model of Esplora has no ${method}`)
      }
    },
  }
}

function coinbaseOf(block: ModelBlock, status: object) {
  return {
    txid: block.hash,
    vin: [{ txid: '0'.repeat(64), vout: 0, is_coinbase: true }],
    vout: [],
    status,
  }
}
