import type { OutputNetwork } from '#shared/address-form.ts'
import type { OutputChainId } from '#shared/chains.ts'
import {
  createBitcoindClient,
  type BitcoindClient,
  type BitcoindOutput,
} from '#server/chain/bitcoin/bitcoind.ts'
import { requireNetwork } from '#server/chain/bitcoin/esplora-reader.ts'
import { createEsplora, type Esplora } from '#server/chain/bitcoin/esplora.ts'
import { networkFault } from '#server/chain/bitcoin/rpc-reader.ts'
import { ChainError } from '#server/chain/chain-reader.ts'
import { createEndpoints } from '#server/chain/endpoints.ts'
import { createJsonRpc } from '#server/chain/json-rpc.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import type { KnownOutput, OutputFunds, UnspentOutput } from './fund-reader.ts'

/** Options of {@link createBitcoindFunds} and {@link createEsploraFunds}. */
export interface BitcoinFundsOptions {
  /** Of bitcoind, or of Esplora; one or more. */
  readonly urls: readonly string[]
  readonly chain: OutputChainId
  readonly network: OutputNetwork
  readonly clock: Clock
  readonly log: Log
  readonly fetch?: typeof globalThis.fetch
}

/** A transaction that pays to move money need not be in the next block. */
const FEE_BLOCKS = 6
/** Satoshis for 1,000 virtual bytes, where a server has no estimate: the least that nodes relay. */
const LEAST_RATE = 1000n

/** Reads unspent outputs from bitcoind. No wallet and no index is needed; a pruned node is enough. */
export function createBitcoindFunds({
  urls,
  chain,
  network,
  clock,
  log,
  fetch,
}: BitcoinFundsOptions): OutputFunds {
  const nodes = urls.map((url) => createJsonRpc({ url, ...(fetch && { fetch }) }))
  const endpoints = createEndpoints({ chain, nodes, clock, log })
  const run = <Answer>(step: (node: BitcoindClient) => Promise<Answer>) =>
    endpoints.run(async (endpoint) => {
      const node = createBitcoindClient(chain, endpoint)
      const info = await node.chainInfo()
      const fault = await networkFault(node, info, endpoint.name, network)
      if (fault !== null) throw new ChainError(chain, fault.kind, fault.message)
      // it would report outputs that it has not read yet as spent
      if (info.initialblockdownload)
        throw new ChainError(chain, 'lags', `${endpoint.name} is still loading the chain`)
      return step(node)
    })
  return {
    kind: 'outputs',
    chain,
    feeRate: () => run((node) => node.feeRate(FEE_BLOCKS)),
    unspent: (known) =>
      run(async (node) => {
        const found: UnspentOutput[] = []
        for (const one of known) {
          if (one.outputs > 1) continue
          const output = await node.unspentOutput(one.txHash, one.index)
          if (output?.isConfirmed === true && output.address === one.address)
            found.push({ ...one, atoms: output.atoms })
        }
        return [...found, ...(await outputsOfMany(node, known))]
      }),
    unspentOf: (address) =>
      run(async (node) => {
        const found: UnspentOutput[] = []
        for (const output of await node.outputsOf([address])) {
          // the search does not see what the mempool spends
          if ((await node.unspentOutput(output.txHash, output.index)) !== null)
            found.push({ ...output, address })
        }
        return found
      }),
    spent: (outpoints) =>
      run(async (node) => {
        const spent = new Set<string>()
        for (const outpoint of outpoints) if (!(await node.isUnspent(outpoint))) spent.add(outpoint)
        return spent
      }),
  }
}

/** Outputs of transactions that paid one address several times: only a search finds which of them are left. */
async function outputsOfMany(
  node: BitcoindClient,
  known: readonly KnownOutput[],
): Promise<readonly UnspentOutput[]> {
  const many = known.filter(({ outputs }) => outputs > 1)
  const addresses = [...new Set(many.map(({ address }) => address))]
  const confirmed = await node.outputsOf(addresses)
  const found: UnspentOutput[] = []
  for (const output of confirmed.filter((one) => isAmong(one, many))) {
    // the search does not see what the mempool spends
    if ((await node.unspentOutput(output.txHash, output.index)) === null || output.address === null) continue
    found.push({ ...output, address: output.address })
  }
  return found
}

function isAmong(output: BitcoindOutput, known: readonly KnownOutput[]): boolean {
  return known.some(
    (one) => one.txHash === output.txHash && one.address === output.address && output.index >= one.index,
  )
}

/** Reads unspent outputs from servers with Esplora's REST interface, one request for each address. */
export function createEsploraFunds({
  urls,
  chain,
  network,
  clock,
  log,
  fetch,
}: BitcoinFundsOptions): OutputFunds {
  const nodes = urls.map((url) => createEsplora({ url, chain, ...(fetch && { fetch }) }))
  const endpoints = createEndpoints({ chain, nodes, clock, log })
  const run = <Answer>(step: (node: Esplora) => Promise<Answer>) =>
    endpoints.run(async ({ node, name }) => {
      await requireNetwork(node, name, network)
      return step(node)
    })
  return {
    kind: 'outputs',
    chain,
    feeRate: () => run(async (node) => (await node.feeRate(FEE_BLOCKS)) ?? LEAST_RATE),
    unspent: (known) =>
      run(async (node) => {
        const found: UnspentOutput[] = []
        for (const address of new Set(known.map((one) => one.address))) {
          const outputs = await node.unspentOf(address)
          for (const output of outputs) {
            const isKnown = known.some(
              (one) => one.address === address && isAmong({ ...output, address }, [one]),
            )
            if (output.isConfirmed && isKnown) found.push({ ...output, address })
          }
        }
        return found
      }),
    unspentOf: (address) =>
      run(async (node) => {
        const outputs = await node.unspentOf(address)
        return outputs.filter(({ isConfirmed }) => isConfirmed).map((output) => ({ ...output, address }))
      }),
    spent: (outpoints) =>
      run(async (node) => {
        const spent = new Set<string>()
        for (const outpoint of outpoints) if ((await node.spenderOf(outpoint)) !== null) spent.add(outpoint)
        return spent
      }),
  }
}
