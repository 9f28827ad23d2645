import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import type { OutputNetwork } from '#shared/address-form.ts'
import {
  ChainError,
  type Block,
  type ChainFault,
  type ChainReader,
  type FoundTransfer,
  type ScanResult,
  type Watch,
} from '#server/chain/chain-reader.ts'
import { attestOnEach, askedOnce } from '#server/chain/attest-each.ts'
import { createEndpoints, isKnownBySome, type Endpoint } from '#server/chain/endpoints.ts'
import { createJsonRpc, type JsonRpc } from '#server/chain/json-rpc.ts'
import { toPayoutAnswers } from '#server/chain/payout-answers.ts'
import { chainName } from '#shared/chain-name.ts'
import type { OutputChainId } from '#shared/chains.ts'
import { attestOutput } from './attest-output.ts'
import { outputAnswers, headLimitOf } from './bitcoin-answers.ts'
import { createBitcoindClient, type BitcoindClient } from './bitcoind.ts'
import { asBlock } from './bitcoind-answers.ts'
import { findBitcoindPayout } from './find-payout.ts'
import { findTransfers } from './find-transfers.ts'
import { isGenesis, otherChain } from './genesis.ts'
import { lookUpOnEach } from '#server/chain/look-up-on-each.ts'
import { lookUpBitcoindPayment } from './look-up-payment.ts'
import { createMempoolView } from './mempool-view.ts'

/** Options of {@link createBitcoinRpcReader}. */
export interface BitcoinRpcReaderOptions {
  /** `http://user:pass@host:port`, one or more. Pruned nodes are supported; no wallet and no index is needed. */
  readonly urls: readonly string[]
  readonly chain: OutputChainId
  readonly network: OutputNetwork
  /** A head older than this means the node lags; null: never. By default {@link headLimitOf}. */
  readonly headMaxAgeS?: number | null
  readonly clock: Clock
  readonly log: Log
  readonly fetch?: typeof globalThis.fetch
  /** First pause after a node's failure, in ms. Default 500. */
  readonly firstPauseMs?: number
}

/** Most blocks of one scan. The cursor moves after each scan, so progress is kept after a long downtime. */
const BLOCKS_PER_SCAN = 16
/** A node that has more headers than validated blocks by more than this is still syncing. */
const BLOCKS_BEHIND_MAX = 2
/** Blocks searched for a transaction that left the mempool, since it may be in a block that is not scanned yet. */
const RECENT_BLOCKS = 6
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024
const CHAIN_NAMES: Readonly<Record<OutputNetwork, readonly string[]>> = {
  mainnet: ['main'],
  testnet: ['test', 'testnet4'],
  signet: ['signet'],
  regtest: ['regtest'],
}

/** Creates a reader of a chain with outputs over the JSON-RPC of one or more bitcoind or programs derived from it. */
export function createBitcoinRpcReader(options: BitcoinRpcReaderOptions): ChainReader {
  const { chain, network, clock, log, fetch, firstPauseMs } = options
  const headMaxAgeS = headLimitOf(chain, network, options.headMaxAgeS)
  const nodes = options.urls.map((url) =>
    createJsonRpc({ url, maxResponseBytes: MAX_RESPONSE_BYTES, ...(fetch && { fetch }) }),
  )
  const endpoints = createEndpoints({
    chain,
    nodes,
    clock,
    log,
    ...(firstPauseMs !== undefined && { firstPauseMs }),
  })
  const mempools = new Map(endpoints.all.map((endpoint) => [endpoint, createMempoolView()]))

  const clients = new Map(endpoints.all.map((endpoint) => [endpoint, createBitcoindClient(chain, endpoint)]))
  const clientOf = (endpoint: Endpoint<JsonRpc>) =>
    clients.get(endpoint) ?? createBitcoindClient(chain, endpoint)
  const proven = new Set<Endpoint<JsonRpc>>()

  /** Checks a node's network before its first use. */
  async function prove(endpoint: Endpoint<JsonRpc>): Promise<BitcoindClient> {
    const node = clientOf(endpoint)
    if (proven.has(endpoint)) return node
    const fault = await networkFault(node, await node.chainInfo(), endpoint.name, network)
    if (fault !== null) throw new ChainError(chain, fault.kind, fault.message)
    proven.add(endpoint)
    return node
  }

  const run = <Answer>(step: (node: BitcoindClient, endpoint: Endpoint<JsonRpc>) => Promise<Answer>) =>
    endpoints.run(async (endpoint) => step(await prove(endpoint), endpoint))

  return {
    ...outputAnswers(chain),
    endpointCount: nodes.length,
    head: (atLeast = 0) =>
      endpoints.newest(
        (endpoint) => readHead(clientOf(endpoint), endpoint.name, { chain, network, headMaxAgeS, clock }),
        atLeast,
      ),
    blockAt: (height) => run((node) => readBlockAt(node, height)),
    scan: (from, to, watch) => run((node, { name }) => scan(node, name, from, to, watch)),
    unconfirmed: (watch) =>
      run((node, endpoint) => (mempools.get(endpoint) ?? createMempoolView()).transfers(node, watch)),
    isReplaced: (txHash, inputs) => run((node) => isReplaced(node, txHash, inputs)),
    knowsTransaction: async (txHash) =>
      isKnownBySome(
        await endpoints.each(async (endpoint) => {
          const node = createBitcoindClient(chain, endpoint)
          return (await node.isMempoolLoaded()) ? node.knows(txHash) : null
        }),
      ),
    recordedTransfers: () => Promise.resolve(null),
    // a bitcoind without a wallet has no index of addresses
    usedAddresses: (addresses, { isSlowAllowed = false } = {}) =>
      isSlowAllowed ? run((node) => node.addressesWithCoins(addresses)) : Promise.resolve(null),
    attest: (transfers) =>
      attestOnEach(endpoints, transfers, async (endpoint) => {
        const node = await prove(endpoint)
        const hashAt = askedOnce((height: number) => node.hashAt(height))
        return (transfer) => attestOutput(transfer, hashAt, (...asked) => node.inBlock(...asked))
      }),
    findPayout: async (question) =>
      toPayoutAnswers(
        await endpoints.each(async (endpoint) => findBitcoindPayout(await prove(endpoint), question)),
      ),
    lookUpPayment: (question) =>
      lookUpOnEach(endpoints, async (endpoint) => lookUpBitcoindPayment(await prove(endpoint), question)),
    async check() {
      const answers = await endpoints.each(async (endpoint) => {
        const fault = await faultOf(clientOf(endpoint), endpoint.name, { chain, network, headMaxAgeS, clock })
        if (fault?.kind === 'mismatch') proven.delete(endpoint)
        return fault
      })
      return answers.flatMap((answer) => {
        if (answer.kind === 'answered') return answer.value ?? []
        return { endpoint: answer.endpoint.name, kind: 'down', message: answer.error.message }
      })
    },
  }
}

interface HeadRule {
  readonly chain: OutputChainId
  readonly network: OutputNetwork
  readonly headMaxAgeS: number | null
  readonly clock: Clock
}

async function readHead(node: BitcoindClient, name: string, rule: HeadRule): Promise<Block> {
  const { header, fault } = await lookAtHead(node, name, rule)
  if (fault !== null) throw new ChainError(rule.chain, fault.kind, fault.message)
  return asBlock(header)
}

async function faultOf(node: BitcoindClient, name: string, rule: HeadRule): Promise<ChainFault | null> {
  return (await lookAtHead(node, name, rule)).fault
}

async function lookAtHead(
  node: BitcoindClient,
  name: string,
  { network, headMaxAgeS, clock }: HeadRule,
): Promise<{ header: Awaited<ReturnType<BitcoindClient['header']>>; fault: ChainFault | null }> {
  const info = await node.chainInfo()
  const header = await node.header(info.bestblockhash)
  const fault = (
    kind: ChainFault['kind'],
    message: string,
  ): { header: typeof header; fault: ChainFault } => ({
    header,
    fault: { endpoint: name, kind, message: `${name} ${message}` },
  })
  const other = await networkFault(node, info, name, network)
  if (other !== null) return { header, fault: other }
  if (info.initialblockdownload) return fault('lags', 'is still loading the chain (initial block download)')
  const behind = info.headers - info.blocks
  if (behind > BLOCKS_BEHIND_MAX) return fault('lags', `is ${String(behind)} blocks behind what it knows of`)
  const ageS = Math.floor(clock().getTime() / 1000) - header.time
  if (headMaxAgeS !== null && ageS > headMaxAgeS) {
    return fault('lags', `has had no block for ${String(ageS)} s, at most ${String(headMaxAgeS)} s are usual`)
  }
  return { header, fault: null }
}

/** The fault of a node on another network than the shop's; null if there is none. */
export async function networkFault(
  node: BitcoindClient,
  info: Awaited<ReturnType<BitcoindClient['chainInfo']>>,
  name: string,
  network: OutputNetwork,
): Promise<(ChainFault & { readonly kind: 'mismatch' }) | null> {
  const { chain } = node
  const isNamed = CHAIN_NAMES[network].includes(info.chain)
  // the nodes of all chains name their networks alike
  if (isNamed && isGenesis(chain, network, await node.genesis())) return null
  const message = isNamed
    ? otherChain(name, chain, network)
    : `${name} is on chain "${info.chain.slice(0, 20)}", expected ${chainName(chain)} ${network}`
  return { endpoint: name, kind: 'mismatch', message }
}

async function readBlockAt(node: BitcoindClient, height: number): Promise<Block | null> {
  const hash = await node.hashAt(height)
  return hash === null ? null : asBlock(await node.header(hash))
}

async function scan(
  node: BitcoindClient,
  name: string,
  from: number,
  to: number,
  watch: Watch,
): Promise<ScanResult> {
  if (to <= from) throw new RangeError(`expected to scan up, got ${String(from)} to ${String(to)}`)
  const changed = (): ChainError =>
    new ChainError(node.chain, 'inconsistent', `${name}: the chain changed while it was read`)
  const transfers: FoundTransfer[] = []
  let upTo: Block | null = null
  let fromHash: string | null = null
  for (let height = from + 1; height <= Math.min(to, from + BLOCKS_PER_SCAN); height += 1) {
    const hash = await node.hashAt(height)
    if (hash === null)
      throw new ChainError(node.chain, 'inconsistent', `${name} has no block ${String(height)}`)
    const { block, transactions } = await node.block(hash)
    if (block.height !== height || (upTo !== null && block.parentHash !== upTo.hash)) throw changed()
    transfers.push(...(await findTransfers(node.chain, transactions, block, watch)))
    fromHash ??= block.parentHash
    upTo = block
  }
  if (upTo === null || fromHash === null) throw changed()
  // Each block names its parent, so these blocks are of one chain; whether it is still the node's shows at the next scan.
  return { upTo, transfers, fromHash }
}

/** A transaction is replaced if the node does not know it and another transaction spent one of its inputs. */
async function isReplaced(node: BitcoindClient, txHash: string, inputs: readonly string[]): Promise<boolean> {
  if (inputs.length === 0 || (await node.knows(txHash)) || (await isInRecentBlock(node, txHash))) return false
  for (const outpoint of inputs) if (!(await node.isUnspent(outpoint))) return true
  return false
}

async function isInRecentBlock(node: BitcoindClient, txHash: string): Promise<boolean> {
  let { bestblockhash: hash } = await node.chainInfo()
  for (let depth = 0; depth < RECENT_BLOCKS; depth += 1) {
    if ((await node.inBlock(txHash, hash)) !== null) return true
    const { previousblockhash } = await node.header(hash)
    if (previousblockhash === undefined) return false
    hash = previousblockhash
  }
  return false
}
