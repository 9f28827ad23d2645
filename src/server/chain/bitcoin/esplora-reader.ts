import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import {
  ChainError,
  type ChainFault,
  type ChainReader,
  type FoundTransfer,
  type ScanResult,
  type Watch,
} from '#server/chain/chain-reader.ts'
import { attestOnEach, askedOnce } from '#server/chain/attest-each.ts'
import { createEndpoints, isKnownBySome } from '#server/chain/endpoints.ts'
import { toPayoutAnswers } from '#server/chain/payout-answers.ts'
import type { OutputNetwork } from '#shared/address-form.ts'
import type { OutputChainId } from '#shared/chains.ts'
import { attestOutput } from './attest-output.ts'
import { outputAnswers, headLimitOf } from './bitcoin-answers.ts'
import { createAddressPoller } from './address-poller.ts'
import { createEsplora, type Esplora, type EsploraBlock, type EsploraTransaction } from './esplora.ts'
import { findEsploraPayout } from './find-payout.ts'
import { isGenesis, otherChain } from './genesis.ts'
import { lookUpOnEach } from '#server/chain/look-up-on-each.ts'
import { lookUpEsploraPayment } from './look-up-payment.ts'
import { findTransfers } from './find-transfers.ts'
import { changed, knownBlock, listOf, readAddresses } from './read-addresses.ts'

/** Options of {@link createBitcoinEsploraReader}. */
export interface BitcoinEsploraReaderOptions {
  /** Base URLs of Esplora's REST interface, one or more. */
  readonly urls: readonly string[]
  readonly chain: OutputChainId
  readonly network: OutputNetwork
  /** A head older than this means the server lags; null: never. By default {@link headLimitOf}. */
  readonly headMaxAgeS?: number | null
  readonly clock: Clock
  readonly log: Log
  readonly fetch?: typeof globalThis.fetch
  /** Shortest time between two requests to one server, in ms. Default 250, which public servers accept. */
  readonly gapMs?: number
  /** First pause after a server's failure, in ms. Default 500. */
  readonly firstPauseMs?: number
}

/** Up to this many addresses are read one at a time; for more, whole blocks are read, 25 transactions per request. */
const ADDRESSES_MAX = 100
const BLOCKS_PER_SCAN = 2
/**
 * Transactions of this many blocks at or below `from` are read again: a server's index of addresses may lag behind its blocks.
 * So are whole blocks, if addresses were read before, by this reader or perhaps by another process.
 */
const BLOCKS_REREAD = 6
const LIMITED_PAUSE_MS = 10_000

/** @throws {ChainError} `'mismatch'` if a server is on another network than the shop's. */
export async function requireNetwork(node: Esplora, name: string, network: OutputNetwork): Promise<void> {
  const { chain } = node
  if (isGenesis(chain, network, await node.hashAt(0))) return
  throw new ChainError(chain, 'mismatch', otherChain(name, chain, network))
}

/** Creates a reader of a chain with outputs over Esplora's REST interface, for shops without a node. It is slower than a node. */
export function createBitcoinEsploraReader(options: BitcoinEsploraReaderOptions): ChainReader {
  const { urls, chain, network, clock, log, fetch, gapMs, firstPauseMs } = options
  const headMaxAgeS = headLimitOf(chain, network, options.headMaxAgeS)
  const nodes = urls.map((url) =>
    createEsplora({ url, chain, ...(fetch && { fetch }), ...(gapMs !== undefined && { gapMs }) }),
  )
  const endpoints = createEndpoints({
    chain,
    nodes,
    clock,
    log,
    limitedPauseMs: LIMITED_PAUSE_MS,
    ...(firstPauseMs !== undefined && { firstPauseMs }),
  })
  const asker = createAddressPoller(clock)
  const proven = new Set<Esplora>()
  /** The height up to which this reader has read whole blocks last; null if it has read addresses, or nothing. */
  let readWholeTo: number | null = null

  async function lookAtHead(
    node: Esplora,
    name: string,
  ): Promise<{ head: EsploraBlock; fault: ChainFault | null }> {
    if (!proven.has(node)) {
      await requireNetwork(node, name, network)
      proven.add(node)
    }
    const head = await knownBlock(node, name, await node.tipHash())
    const ageS = Math.floor((clock().getTime() - head.minedAt.getTime()) / 1000)
    if (headMaxAgeS === null || ageS <= headMaxAgeS) return { head, fault: null }
    const message = `${name} has had no block for ${String(ageS)} s, at most ${String(headMaxAgeS)} s are usual`
    return { head, fault: { endpoint: name, kind: 'lags', message } }
  }

  return {
    ...outputAnswers(chain),
    endpointCount: nodes.length,
    head: (atLeast = 0) =>
      endpoints.newest(async ({ node, name }) => {
        const { head, fault } = await lookAtHead(node, name)
        if (fault !== null) throw new ChainError(chain, fault.kind, fault.message)
        return head.block
      }, atLeast),
    blockAt: (height) =>
      endpoints.run(async ({ node, name }) => {
        const hash = await node.hashAt(height)
        return hash === null ? null : (await knownBlock(node, name, hash)).block
      }),
    async scan(from, to, watch) {
      const few = await watch.few(ADDRESSES_MAX)
      const above = few === null && readWholeTo === from ? from : Math.max(-1, from - BLOCKS_REREAD)
      const scanned = await endpoints.run(({ node, name }) =>
        scan(node, name, { from, to, above }, { ...watch, addresses: few }),
      )
      readWholeTo = few === null ? scanned.upTo.height : null
      asker.forget(scanned.transfers.map((transfer) => transfer.txHash))
      return scanned
    },
    recordedTransfers: (addresses, upTo) =>
      endpoints.run(({ node, name }) =>
        readAddresses(node, name, addresses, -1, upTo.height, listOf(addresses)),
      ),
    unconfirmed: (watch) => endpoints.run(({ node }) => asker.transfers(node, watch)),
    isReplaced: (txHash, inputs) =>
      endpoints.run(async ({ node }) => {
        for (const outpoint of inputs) {
          const spender = await node.spenderOf(outpoint)
          if (spender !== null && spender !== txHash) return true
        }
        return false
      }),
    knowsTransaction: async (txHash) =>
      isKnownBySome(await endpoints.each(async ({ node }) => (await node.transaction(txHash)) !== null)),
    usedAddresses: (addresses) =>
      endpoints.run(async ({ node }) => {
        const used = new Set<string>()
        for (const address of addresses) {
          const confirmed = await node.confirmedOf(address, null)
          const isUsed = confirmed.length > 0 || (await node.unconfirmedOf(address)).length > 0
          if (isUsed) used.add(address)
        }
        return used
      }),
    attest: (transfers) =>
      attestOnEach(endpoints, transfers, ({ node }) => {
        const hashAt = askedOnce((height: number) => node.hashAt(height))
        return Promise.resolve((transfer) => attestOutput(transfer, hashAt, inBlockOf(node)))
      }),
    findPayout: async (question) =>
      toPayoutAnswers(await endpoints.each(({ node }) => findEsploraPayout(node, question))),
    lookUpPayment: (question) => lookUpOnEach(endpoints, ({ node }) => lookUpEsploraPayment(node, question)),
    async check() {
      const answers = await endpoints.each(({ node, name }) => lookAtHead(node, name))
      return answers.flatMap((answer) => {
        if (answer.kind === 'answered') return answer.value.fault ?? []
        const kind = answer.error.kind === 'mismatch' ? 'mismatch' : 'down'
        return { endpoint: answer.endpoint.name, kind, message: answer.error.message }
      })
    },
  }
}

interface ScannedBlocks {
  readonly from: number
  readonly to: number
  /** The first block that is read is the one above this height, at most `from`. */
  readonly above: number
}

/** @param watch.addresses all of them; null if there are too many to be asked about one by one. */
async function scan(
  node: Esplora,
  name: string,
  { from, to, above }: ScannedBlocks,
  watch: Pick<Watch, 'among'> & { readonly addresses: readonly string[] | null },
): Promise<ScanResult> {
  if (to <= from) throw new RangeError(`expected to scan up, got ${String(from)} to ${String(to)}`)
  const { addresses } = watch
  const top = addresses === null ? Math.min(to, from + BLOCKS_PER_SCAN) : to
  const hash = await node.hashAt(top)
  if (hash === null) throw new ChainError(node.chain, 'inconsistent', `${name} has no block ${String(top)}`)
  const { block: upTo } = await knownBlock(node, name, hash)
  const transfers =
    addresses === null
      ? await readBlocks(node, name, above, top, watch)
      : await readAddresses(node, name, addresses, above, top, watch)
  // The block is the same before and after, so all blocks below it are the same as well.
  if ((await node.hashAt(top)) !== upTo.hash) throw changed(node.chain, name)
  const fromHash = from + 1 === top ? upTo.parentHash : await node.hashAt(from)
  return { upTo, transfers, ...(fromHash !== null && { fromHash }) }
}

async function readBlocks(
  node: Esplora,
  name: string,
  from: number,
  to: number,
  watch: Pick<Watch, 'among'>,
): Promise<readonly FoundTransfer[]> {
  const transfers: FoundTransfer[] = []
  for (let height = from + 1; height <= to; height += 1) {
    const hash = await node.hashAt(height)
    if (hash === null) throw changed(node.chain, name)
    const { block, transactionCount } = await knownBlock(node, name, hash)
    const transactions: EsploraTransaction[] = []
    while (transactions.length < transactionCount) {
      const page = await node.blockTransactions(hash, transactions.length)
      if (page.length === 0) throw changed(node.chain, name)
      transactions.push(...page)
    }
    transfers.push(
      ...(await findTransfers(
        node.chain,
        transactions.map((one) => one.transaction),
        block,
        watch,
      )),
    )
  }
  return transfers
}

const inBlockOf = (node: Esplora) => async (txHash: string, blockHash: string) => {
  const known = await node.transaction(txHash)
  return known?.confirmed?.blockHash === blockHash ? known.transaction : null
}
