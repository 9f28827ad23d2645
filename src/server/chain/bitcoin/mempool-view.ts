import type { FoundTransfer, Watch } from '#server/chain/chain-reader.ts'
import type { BitcoindClient } from './bitcoind.ts'
import { findTransfers, type BitcoinTransaction } from './find-transfers.ts'

const BATCH = 50

/** One node's mempool, looked at a transaction once: only what is new is fetched, what pays us is remembered. */
export interface MempoolView {
  /** Everything in the mempool that pays an address of ours. */
  transfers(node: BitcoindClient, watch: Watch): Promise<readonly FoundTransfer[]>
}

/**
 * A mempool of 100,000 transactions is fetched whole once, in batches, and then costs its list of ids and what is new.
 * An address must be watched before it is told to anyone: a payment older than its watch would be overlooked here, and
 * found when it is mined.
 */
export function createMempoolView(): MempoolView {
  const lookedAt = new Set<string>()
  const paying = new Map<string, BitcoinTransaction>()

  function forgetGone(present: ReadonlySet<string>): void {
    for (const txid of lookedAt) if (!present.has(txid)) lookedAt.delete(txid)
    for (const txid of paying.keys()) if (!present.has(txid)) paying.delete(txid)
  }

  return {
    async transfers(node, watch) {
      const present = new Set(await node.mempool())
      forgetGone(present)
      const fresh = [...present].filter((txid) => !lookedAt.has(txid))
      for (let at = 0; at < fresh.length; at += BATCH) {
        const found = await node.unconfirmed(fresh.slice(at, at + BATCH))
        const ours = new Set((await findTransfers(found, null, watch)).map((transfer) => transfer.txHash))
        for (const transaction of found) {
          if (ours.has(transaction.txid)) paying.set(transaction.txid, transaction)
          lookedAt.add(transaction.txid)
        }
      }
      // Asked again each time: an address that is no longer watched must not come back out of memory.
      return findTransfers([...paying.values()], null, watch)
    },
  }
}
