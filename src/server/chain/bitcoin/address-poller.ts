import type { Clock } from '#server/runtime/clock.ts'
import type { FoundTransfer, Watch } from '#server/chain/chain-reader.ts'
import type { Esplora, EsploraTransaction } from './esplora.ts'
import { findTransfers, type BitcoinTransaction } from './find-transfers.ts'

/** The last answer about an address's unconfirmed transactions. */
interface Answer {
  readonly firstAskedAt: Date
  readonly askedAt: Date
  readonly transactions: readonly BitcoinTransaction[]
}

/** Reads the unconfirmed transfers of the watched addresses, one address at a time. */
export interface AddressPoller {
  /** Null while some address has not been read yet, or if there are too many addresses. */
  transfers(node: Esplora, watch: Watch): Promise<readonly FoundTransfer[] | null>
  /** Forgets transactions that were found in blocks. */
  forget(txids: Iterable<string>): void
}

const ADDRESSES_MAX = 1000
const ASKS_PER_LOOK = 40
/** An address is read again after this share of the time it has been watched: often at first, rarely later. */
const BACK_OFF_SHARE = 1 / 20
const BACK_OFF_MAX_MS = 10 * 60_000
/** A page of this length may not be the last. */
const FULL_PAGE = 50

/**
 * Reads new addresses often, old ones rarely, and those with an unconfirmed transaction at every poll; between two reads
 * the last answer is used. An address watched for ten minutes is read every 30 s, one watched for a week every 10 minutes.
 */
export function createAddressPoller(clock: Clock): AddressPoller {
  const answers = new Map<string, Answer>()

  async function ask(node: Esplora, address: string): Promise<void> {
    const before = answers.get(address)
    const page = (await node.unconfirmedOf(address))
      .filter((one) => one.confirmed === null)
      .map(onlyTransaction)
    const listed = new Set(page.map((one) => one.txid))
    const missing = (before?.transactions ?? []).filter((one) => !listed.has(one.txid))
    const askedAt = clock()
    answers.set(address, {
      firstAskedAt: before?.firstAskedAt ?? askedAt,
      askedAt,
      // A transaction missing from a full page may still be in the mempool.
      transactions: [...page, ...(page.length < FULL_PAGE ? await knownOf(node, missing) : missing)],
    })
  }

  /**
   * Transactions that an address's list no longer contains, but that the server knows: its index of addresses lags, or they
   * were mined and no scan has found them yet.
   */
  async function knownOf(
    node: Esplora,
    missing: readonly BitcoinTransaction[],
  ): Promise<readonly BitcoinTransaction[]> {
    const known: BitcoinTransaction[] = []
    for (const one of missing) if ((await node.transaction(one.txid)) !== null) known.push(one)
    return known
  }

  function isDue(address: string): boolean {
    const answer = answers.get(address)
    if (answer === undefined || answer.transactions.length > 0) return true
    const watchedMs = answer.askedAt.getTime() - answer.firstAskedAt.getTime()
    const pauseMs = Math.min(watchedMs * BACK_OFF_SHARE, BACK_OFF_MAX_MS)
    return clock().getTime() - answer.askedAt.getTime() >= pauseMs
  }

  /** Addresses never read come first, then those with an unconfirmed transaction, then those read longest ago. */
  function inTurn(addresses: readonly string[]): readonly string[] {
    const turnOf = (address: string): number => {
      const answer = answers.get(address)
      if (answer === undefined) return 0
      return answer.transactions.length > 0 ? 1 : answer.askedAt.getTime()
    }
    return [...addresses].sort((a, b) => turnOf(a) - turnOf(b))
  }

  return {
    forget(txids) {
      const found = new Set(txids)
      if (found.size === 0) return
      for (const [address, answer] of answers) {
        const transactions = answer.transactions.filter((one) => !found.has(one.txid))
        if (transactions.length < answer.transactions.length)
          answers.set(address, { ...answer, transactions })
      }
    },
    async transfers(node, watch) {
      const addresses = await watch.few(ADDRESSES_MAX)
      if (addresses === null) return null
      const watched = new Set(addresses)
      for (const address of answers.keys()) if (!watched.has(address)) answers.delete(address)
      for (const address of inTurn(addresses.filter(isDue)).slice(0, ASKS_PER_LOOK)) await ask(node, address)
      if (addresses.some((address) => !answers.has(address))) return null
      const transactions = new Map<string, BitcoinTransaction>()
      for (const answer of answers.values())
        for (const one of answer.transactions) transactions.set(one.txid, one)
      return findTransfers(node.chain, [...transactions.values()], null, watch)
    },
  }
}

function onlyTransaction({ transaction }: EsploraTransaction): BitcoinTransaction {
  return transaction
}
