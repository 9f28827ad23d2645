import type { FoundTransfer, Watch } from '#server/chain/chain-reader.ts'
import type { BitcoindClient } from './bitcoind.ts'
import { findTransfers, type BitcoinTransaction } from './find-transfers.ts'

const BATCH = 50

/** One node's mempool. Each transaction is fetched once, and those that pay a watched address are cached. */
export interface MempoolView {
  /** All transfers in the mempool to watched addresses; null while a restarted node loads its mempool. */
  transfers(node: BitcoindClient, watch: Watch): Promise<readonly FoundTransfer[] | null>
}

/**
 * Creates an empty view. The first call fetches the whole mempool in batches; later calls fetch the list of ids and the new
 * transactions. An address must be watched before a buyer sees it: a payment that is fetched earlier is not found here, only
 * once it is mined.
 */
export function createMempoolView(): MempoolView {
  const lookedAt = new Set<string>()
  const paying = new Map<string, BitcoinTransaction>()
  let isLoaded = false

  function forgetGone(present: ReadonlySet<string>): void {
    for (const txid of lookedAt) if (!present.has(txid)) lookedAt.delete(txid)
    for (const txid of paying.keys()) if (!present.has(txid)) paying.delete(txid)
  }

  /** The whole mempool. A list that is much shorter than before may come from a node that was restarted. */
  async function wholeMempool(node: BitcoindClient): Promise<ReadonlySet<string> | null> {
    const present = new Set(await node.mempool())
    const hasLost = [...paying.keys()].some((txid) => !present.has(txid))
    if (isLoaded && !hasLost && present.size * 2 >= lookedAt.size) return present
    isLoaded = await node.isMempoolLoaded()
    // listed again, since the node may have loaded the rest between the two calls
    return isLoaded ? new Set(await node.mempool()) : null
  }

  return {
    async transfers(node, watch) {
      const present = await wholeMempool(node)
      if (present === null) return null
      forgetGone(present)
      const fresh = [...present].filter((txid) => !lookedAt.has(txid))
      for (let at = 0; at < fresh.length; at += BATCH) {
        const found = await node.unconfirmed(fresh.slice(at, at + BATCH))
        const ours = new Set(
          (await findTransfers(node.chain, found, null, watch)).map((transfer) => transfer.txHash),
        )
        for (const transaction of found) {
          if (ours.has(transaction.txid)) paying.set(transaction.txid, transaction)
          lookedAt.add(transaction.txid)
        }
      }
      // Filtered again on each call: an address that is no longer watched must not be returned from the cache.
      return findTransfers(node.chain, [...paying.values()], null, watch)
    },
  }
}
