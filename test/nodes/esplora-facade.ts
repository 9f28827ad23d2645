import { once } from 'node:events'
import { createServer } from 'node:http'
import { parseAmount } from '#shared/money.ts'
import type { Bitcoind } from './bitcoind.ts'

/** Esplora's REST API over a real bitcoind, because Esplora's server is in no package registry. Source: Blockstream/esplora, API.md. */
export interface EsploraFacade {
  /** As in KEYHOLD_BITCOIN_ESPLORA. */
  readonly url: string
  /** The number of requests received. */
  readonly requestCount: number
  /** Responds to every request with this status from now on; null restores normal responses. */
  fail(status: number | null): void
  /** As behind a load balancer: the index of addresses lacks the newest blocks, whose transactions left the mempool already. */
  indexLagBlocks: number
  stop(): Promise<void>
}

interface NodeTransaction {
  readonly txid: string
  readonly vin: readonly { txid?: string; vout?: number }[]
  readonly vout: readonly { value: number; scriptPubKey: { address?: string; type: string } }[]
}

interface NodeBlock {
  readonly hash: string
  readonly height: number
  readonly time: number
  readonly mediantime: number
  readonly previousblockhash?: string
  readonly tx: readonly NodeTransaction[]
}

interface TransactionInBlock {
  readonly transaction: NodeTransaction
  readonly block: NodeBlock | null
}

const PAGE = 25
const MEMPOOL_MAX = 50

/** Starts the facade on a free port. The node must have a transaction index, as {@link Bitcoind} does. */
export async function startEsploraFacade(node: Bitcoind): Promise<EsploraFacade> {
  const blocks = new Map<string, NodeBlock>()
  let read: { readonly tip: string; readonly transactions: readonly TransactionInBlock[] } = {
    tip: '',
    transactions: [],
  }
  /** Of the transactions that are read, those that pay an address, oldest first. */
  const histories = new Map<string | undefined, readonly TransactionInBlock[]>()
  let reading: Promise<readonly TransactionInBlock[]> = Promise.resolve([])
  let failing: number | null = null
  let indexLagBlocks = 0
  let requestCount = 0

  async function block(hash: string): Promise<NodeBlock> {
    const known = blocks.get(hash) ?? (await node.rpc<NodeBlock>('getblock', [hash, 2]))
    blocks.set(hash, known)
    return known
  }

  /** Newest first. */
  function confirmed(): Promise<readonly TransactionInBlock[]> {
    reading = reading.then(readChain, readChain)
    return reading
  }

  /** Only blocks above those of the call before are read. */
  async function readChain(): Promise<readonly TransactionInBlock[]> {
    const tip = await node.rpc<string>('getbestblockhash')
    const found: TransactionInBlock[] = []
    let hash: string | undefined = tip
    while (hash !== undefined && hash !== read.tip) {
      const one: NodeBlock = await block(hash)
      found.push(...one.tx.toReversed().map((transaction) => ({ transaction, block: one })))
      hash = one.previousblockhash
    }
    if (hash === undefined) histories.clear()
    for (const one of found.toReversed())
      for (const address of addressesOf(one)) histories.set(address, [...(histories.get(address) ?? []), one])
    if (found.length > 0)
      read = { tip, transactions: hash === undefined ? found : [...found, ...read.transactions] }
    return read.transactions
  }

  async function mempool(): Promise<readonly TransactionInBlock[]> {
    const txids = await node.rpc<string[]>('getrawmempool')
    return Promise.all(
      txids.map(async (txid) => ({
        transaction: await node.rpc<NodeTransaction>('getrawtransaction', [txid, true]),
        block: null,
      })),
    )
  }

  async function find(txid: string): Promise<TransactionInBlock | undefined> {
    return [...(await mempool()), ...(await confirmed())].find((one) => one.transaction.txid === txid)
  }

  async function answer([
    kind = '',
    id = '',
    what = '',
    more = '',
    last = '',
  ]: readonly string[]): Promise<unknown> {
    switch (`/${kind}/${kind === 'blocks' ? `${id}/${what}` : what}`) {
      case '/blocks/tip/hash':
        return node.rpc('getbestblockhash')
      case '/blocks/tip/height':
        return node.rpc('getblockcount')
      case '/block-height/':
        return node.rpc('getblockhash', [Number(id)])
      case '/block/':
        return blockShape(await block(id))
      case '/block/txs': {
        const one = await block(id)
        return one.tx
          .slice(Number(more), Number(more) + PAGE)
          .map((transaction) => txShape({ transaction, block: one }))
      }
      case '/address/txs': {
        if (more === 'mempool')
          return (await mempool())
            .filter((one) => addressesOf(one).has(id))
            .slice(0, MEMPOOL_MAX)
            .map(txShape)
        if (more !== 'chain') return undefined
        const indexed = (await node.rpc<number>('getblockcount')) - indexLagBlocks
        await confirmed()
        const history = (histories.get(id) ?? [])
          .filter((one) => (one.block?.height ?? 0) <= indexed)
          .toReversed()
        const start = last === '' ? 0 : history.findIndex((one) => one.transaction.txid === last) + 1
        return history.slice(start, start + PAGE).map(txShape)
      }
      case '/tx/': {
        const found = await find(id)
        return found && txShape(found)
      }
      case '/tx/status':
        return statusShape((await find(id))?.block ?? null)
      case '/tx/outspend': {
        const spender = [...(await mempool()), ...(await confirmed())].find(({ transaction }) =>
          transaction.vin.some((input) => input.txid === id && input.vout === Number(more)),
        )
        return spender
          ? { spent: true, txid: spender.transaction.txid, status: statusShape(spender.block) }
          : { spent: false }
      }
      default:
        return undefined
    }
  }

  const server = createServer((request, response) => {
    requestCount += 1
    const end = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    if (failing !== null) {
      end(failing, 'failing on request')
      return
    }
    const parts = (request.url ?? '').split('/').slice(1)
    answer(parts).then(
      (body) => {
        if (body === undefined) end(404, 'not found')
        else end(200, typeof body === 'number' ? String(body) : body)
      },
      // The node rejects unknown ids; Esplora responds with 404.
      () => {
        end(404, 'not found')
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('expected a port')
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    get requestCount() {
      return requestCount
    },
    get indexLagBlocks() {
      return indexLagBlocks
    },
    set indexLagBlocks(blocks) {
      indexLagBlocks = blocks
    },
    fail(status) {
      failing = status
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function addressesOf({ transaction }: TransactionInBlock): ReadonlySet<string | undefined> {
  return new Set(transaction.vout.map((one) => one.scriptPubKey.address))
}

function blockShape(block: NodeBlock): object {
  const { hash, height, time, mediantime, previousblockhash } = block
  return {
    id: hash,
    height,
    timestamp: time,
    mediantime,
    tx_count: block.tx.length,
    previousblockhash: previousblockhash ?? null,
  }
}

function statusShape(block: NodeBlock | null): object {
  if (block === null) return { confirmed: false }
  return { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
}

/** How Esplora names the types of bitcoind. */
const ESPLORA_TYPES: Readonly<Record<string, string>> = {
  pubkeyhash: 'p2pkh',
  scripthash: 'p2sh',
  witness_v0_keyhash: 'v0_p2wpkh',
  witness_v0_scripthash: 'v0_p2wsh',
  witness_v1_taproot: 'v1_p2tr',
  nulldata: 'op_return',
}

function txShape({ transaction, block }: TransactionInBlock): object {
  return {
    txid: transaction.txid,
    vin: transaction.vin.map((input) =>
      input.txid === undefined
        ? { txid: '0'.repeat(64), vout: 0xffffffff, is_coinbase: true }
        : { txid: input.txid, vout: input.vout, is_coinbase: false },
    ),
    vout: transaction.vout.map((output) => ({
      ...(output.scriptPubKey.address !== undefined && { scriptpubkey_address: output.scriptPubKey.address }),
      scriptpubkey_type: ESPLORA_TYPES[output.scriptPubKey.type] ?? 'unknown',
      value: Number(parseAmount(output.value.toFixed(8), 8)),
    })),
    status: statusShape(block),
  }
}
