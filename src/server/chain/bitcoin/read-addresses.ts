import { ChainError, type Block, type FoundTransfer, type Watch } from '#server/chain/chain-reader.ts'
import type { OutputChainId } from '#shared/chains.ts'
import type { Esplora, EsploraBlock, EsploraTransaction } from './esplora.ts'
import { findTransfers } from './find-transfers.ts'

/** On every server, a page shorter than this is the last one. */
const SHORTEST_FULL_PAGE = 10

/** A block whose hash the server has just returned. @throws {ChainError} `'inconsistent'` if the server no longer knows it. */
export async function knownBlock(node: Esplora, name: string, hash: string): Promise<EsploraBlock> {
  const block = await node.block(hash)
  if (block === null) throw changed(node.chain, name)
  return block
}

/** The error of a server whose answers are of different chains. */
export function changed(chain: OutputChainId, name: string): ChainError {
  return new ChainError(chain, 'inconsistent', `${name}: the chain changed while it was read`)
}

/** A fixed list of addresses to look for. */
export function listOf(addresses: readonly string[]): Pick<Watch, 'among'> {
  const ours = new Set(addresses)
  return { among: (some) => Promise.resolve(new Set(some.filter((address) => ours.has(address)))) }
}

/** Transfers to some addresses in the blocks above `from`, up to and including `to`, by the server's index of addresses. */
export async function readAddresses(
  node: Esplora,
  name: string,
  addresses: readonly string[],
  from: number,
  to: number,
  watch: Pick<Watch, 'among'>,
): Promise<readonly FoundTransfer[]> {
  // By block, then by id: one transaction may pay several watched addresses.
  const byBlock = new Map<string, Map<string, EsploraTransaction>>()
  for (const address of addresses) {
    for (const one of await confirmedBetween(node, address, from, to)) {
      const hash = one.confirmed?.blockHash ?? ''
      byBlock.set(
        hash,
        (byBlock.get(hash) ?? new Map<string, EsploraTransaction>()).set(one.transaction.txid, one),
      )
    }
  }
  const transfers: FoundTransfer[] = []
  for (const [hash, transactions] of byBlock) {
    const block = await blockOnChain(node, name, hash)
    const found = [...transactions.values()].map((one) => one.transaction)
    transfers.push(...(await findTransfers(node.chain, found, block, watch)))
  }
  return transfers.sort((a, b) => (a.block?.height ?? 0) - (b.block?.height ?? 0))
}

/** Rejects a block that is no longer on the chain: an index that still lists it would count a transfer twice. */
async function blockOnChain(node: Esplora, name: string, hash: string): Promise<Block> {
  const { block } = await knownBlock(node, name, hash)
  if ((await node.hashAt(block.height)) !== hash) throw changed(node.chain, name)
  return block
}

async function confirmedBetween(
  node: Esplora,
  address: string,
  from: number,
  to: number,
): Promise<readonly EsploraTransaction[]> {
  const found: EsploraTransaction[] = []
  let after: string | null = null
  for (;;) {
    const page: readonly EsploraTransaction[] = await node.confirmedOf(address, after)
    for (const one of page) {
      const height = one.confirmed?.height ?? 0
      if (height > from && height <= to) found.push(one)
    }
    const last = page.at(-1)
    if (last === undefined || page.length < SHORTEST_FULL_PAGE || (last.confirmed?.height ?? 0) <= from)
      return found
    after = last.transaction.txid
  }
}
