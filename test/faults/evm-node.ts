import { balanceKey, type ChainModel, type ModelBlock, type ModelTx } from './chain-model.ts'
import { MachineError, runConstructor } from './evm-machine.ts'
import { RpcError, type Backend } from './node-protocol.ts'

/** keccak-256 of `Transfer(address,address,uint256)`. */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const DECIMALS = '0x313ce567'
const BALANCE_OF = '0x70a08231'
const GAS = 21_000n

/** A token of the model. */
export interface ModelToken {
  readonly asset: string
  /** `0x` and 40 lower-case hexadecimal digits. */
  readonly contract: string
  readonly decimals: number
}

/** What an EVM node of the model knows beside its chain. */
export interface EvmNodeSetup {
  readonly chainId: number
  readonly coin: string
  readonly tokens: readonly ModelToken[]
  /** Whether a range of logs above the head is an error or, silently, shorter. */
  readonly refusesRangeAbove: boolean
  /** Whether the chain's nodes count sent transactions. */
  readonly countsTransactions: boolean
}

/** A log as nodes write it. */
export interface WireLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly blockNumber: string
  readonly blockHash: string
  readonly transactionHash: string
  readonly logIndex: string
  readonly removed: boolean
}

/** A contract that only has the name of a token. */
const FAKE_CONTRACT = `0x${'fa'.repeat(20)}`
/** A contract that sends coin onward. */
const EXCHANGE_CONTRACT = `0x${'ec'.repeat(20)}`

/** Creates the answers of an EVM node; the view is chosen for each call. */
export function createEvmBackend(chain: ChainModel, setup: EvmNodeSetup): Backend {
  const hex = (value: bigint | number) => `0x${value.toString(16)}`
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
  const addressWord = (address: string) => `0x${address.slice(2).padStart(64, '0')}`

  const logsOf = (block: ModelBlock): readonly WireLog[] => {
    const logs: WireLog[] = []
    for (const tx of block.txs) {
      if (tx.hasFailed) continue
      for (const pay of tx.pays) {
        const token = setup.tokens.find((one) => one.asset === pay.asset)
        if (token === undefined || pay.kind === 'inner') continue
        logs.push({
          address: pay.kind === 'fake' ? FAKE_CONTRACT : token.contract,
          topics: [TRANSFER, addressWord(pay.from), addressWord(pay.to)],
          data: word(pay.atoms),
          blockNumber: hex(block.height),
          blockHash: `0x${block.hash}`,
          transactionHash: `0x${tx.id}`,
          logIndex: hex(logs.length),
          removed: false,
        })
      }
    }
    return logs
  }
  const wireTx = (tx: ModelTx) => {
    const [pay] = tx.pays
    const isPlainCoin = pay?.kind === 'plain' && pay.asset === setup.coin
    const token = setup.tokens.find((one) => one.asset === pay?.asset)
    const to = isPlainCoin
      ? pay.to
      : pay?.kind === 'fake'
        ? FAKE_CONTRACT
        : (token?.contract ?? EXCHANGE_CONTRACT)
    return { hash: `0x${tx.id}`, from: pay?.from, to, value: hex(isPlainCoin ? pay.atoms : 0n) }
  }
  const wireBlock = (block: ModelBlock | null, isFull: boolean) =>
    block && {
      number: hex(block.height),
      hash: `0x${block.hash}`,
      parentHash: `0x${block.parent?.hash ?? '0'.repeat(64)}`,
      timestamp: hex(Math.floor(block.atMs / 1000)),
      transactions: block.txs.map((tx) => (isFull ? wireTx(tx) : `0x${tx.id}`)),
    }
  const blockAt = (tip: ModelBlock, at: unknown): ModelBlock | null => {
    if (at === 'latest' || at === 'pending' || at === undefined) return tip
    if (at === 'finalized' || at === 'safe')
      return chain.at(tip, Math.min(tip.height, chain.finalizedHeight()))
    if (typeof at === 'object' && at !== null && 'blockHash' in at) return known(tip, String(at.blockHash))
    return chain.at(tip, Number(at))
  }
  const known = (tip: ModelBlock, hash: string): ModelBlock | null => {
    const block = chain.byHash(hash.slice(2))
    // nodes keep replaced blocks, and know none above their head
    return block !== null && block.height <= tip.height ? block : null
  }
  const readLogs = (tip: ModelBlock, filter: Record<string, unknown>): readonly WireLog[] => {
    const blocks: ModelBlock[] = []
    if (typeof filter['blockHash'] === 'string') {
      const block = known(tip, filter['blockHash'])
      if (block === null) throw new RpcError(-32000, 'unknown block')
      blocks.push(block)
    } else {
      const [from, to] = [Number(filter['fromBlock']), Number(filter['toBlock'])]
      if (to > tip.height && setup.refusesRangeAbove)
        throw new RpcError(-32602, 'block range extends beyond current head block')
      for (let height = from; height <= Math.min(to, tip.height); height += 1)
        blocks.push(chain.at(tip, height)!)
    }
    const contracts = [filter['address']].flat()
    const topics = (filter['topics'] as readonly unknown[] | undefined) ?? []
    const matches = (log: WireLog) =>
      (filter['address'] === undefined || contracts.includes(log.address)) &&
      topics.every((topic, at) => topic === null || [topic].flat().includes(log.topics[at]))
    return blocks.flatMap((block) => (block.txs.length === 0 ? [] : logsOf(block).filter(matches)))
  }
  const contractCall = (block: ModelBlock, to: string, data: string): string | null => {
    const token = setup.tokens.find((one) => one.contract === to.toLowerCase())
    if (token === undefined) return '0x'
    if (data.startsWith(DECIMALS)) return word(BigInt(token.decimals))
    const holder = `0x${data.slice(34, 74)}`
    if (data.startsWith(BALANCE_OF)) return word(block.balances.get(balanceKey(token.asset, holder)) ?? 0n)
    // anything else a token may be asked, such as a list of frozen addresses: no
    return word(0n)
  }
  const call = (tip: ModelBlock, [request, at]: readonly unknown[]): string => {
    const block = blockAt(tip, at)
    if (block === null) throw new RpcError(-32000, 'header not found')
    const { to, data } = request as { to?: string; data: string }
    if (to !== undefined) return contractCall(block, to, data) ?? '0x'
    try {
      return runConstructor(Buffer.from(data.slice(2), 'hex'), {
        height: block.height,
        balance: (address) => block.balances.get(balanceKey(setup.coin, address)) ?? 0n,
        call: (address, input) => contractCall(block, address, input),
      })
    } catch (error) {
      if (error instanceof MachineError) throw new RpcError(3, error.message)
      throw error
    }
  }
  const receipt = (tip: ModelBlock, id: string) => {
    const block = findBlock(chain, tip, id.slice(2))
    const tx = block?.txs.find((one) => one.id === id.slice(2))
    if (block === null || tx === undefined) return null
    return {
      transactionHash: id,
      blockHash: `0x${block.hash}`,
      blockNumber: hex(block.height),
      status: tx.hasFailed ? '0x0' : '0x1',
      gasUsed: hex(GAS),
      effectiveGasPrice: hex(tx.fee / GAS),
      logs: logsOf(block).filter((log) => log.transactionHash === id),
    }
  }

  return {
    answer(method, params, tip) {
      switch (method) {
        case 'eth_chainId':
          return hex(setup.chainId)
        case 'eth_blockNumber':
          return hex(tip.height)
        case 'eth_getBlockByNumber':
          return wireBlock(blockAt(tip, params[0]), params[1] === true)
        case 'eth_getBlockByHash':
          return wireBlock(known(tip, String(params[0])), params[1] === true)
        case 'eth_getLogs':
          return readLogs(tip, params[0] as Record<string, unknown>)
        case 'eth_getTransactionReceipt':
          return receipt(tip, String(params[0]))
        case 'eth_getBlockReceipts': {
          const block = blockAt(tip, params[0])
          return block && block.txs.map((tx) => receipt(tip, `0x${tx.id}`))
        }
        case 'eth_getTransactionByHash': {
          const tx = chain.transaction(String(params[0]).slice(2))
          const block = tx === null ? null : findBlock(chain, tip, tx.id)
          return tx !== null && block !== null
            ? { ...wireTx(tx), blockHash: `0x${block.hash}`, blockNumber: hex(block.height) }
            : null
        }
        case 'eth_call':
          return call(tip, params)
        case 'eth_getCode':
          return setup.tokens.some((one) => one.contract === String(params[0]).toLowerCase())
            ? '0x6001'
            : '0x'
        case 'eth_getBalance':
          return hex(
            blockAt(tip, params[1])?.balances.get(balanceKey(setup.coin, String(params[0]).toLowerCase())) ??
              0n,
          )
        case 'eth_getTransactionCount':
          return hex(setup.countsTransactions ? (tip.nonces.get(String(params[0]).toLowerCase()) ?? 0) : 0)
        default:
          throw new Error(`the model of EVM nodes has no ${method}`)
      }
    },
  }
}

/** The block of a view's branch that contains a transaction. */
function findBlock(chain: ChainModel, tip: ModelBlock, id: string): ModelBlock | null {
  const block = chain.blockOf(id)
  if (block !== null && chain.at(tip, block.height) === block) return block
  if (chain.isOnChain(tip)) return null
  for (let one: ModelBlock | null = tip; one !== null && !chain.isOnChain(one); one = one.parent) {
    if (one.txs.some((tx) => tx.id === id)) return one
  }
  return null
}
