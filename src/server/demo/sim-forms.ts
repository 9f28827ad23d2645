import { randomBytes } from 'node:crypto'
import { CHAIN_TABLE, formatHash, walletKindOf, type ChainId } from '#shared/chains.ts'

/** How far below its head a simulated chain calls a block final. */
export function finalBelowHead(chain: ChainId): number {
  const { hasTag, shownDepth, fallbackDepth } = CHAIN_TABLE[chain].finality
  return hasTag ? shownDepth : fallbackDepth
}

/** 32 random bytes, as explorers of the chain write a transaction's hash. */
export function newTransactionHash(chain: ChainId): string {
  return formatHash(chain, randomBytes(32).toString('hex'))
}

export function newBlockHash(chain: ChainId): string {
  return walletKindOf(chain).blockHashPrefix + randomBytes(32).toString('hex')
}

/** The parent of a chain's first block. */
export function noHash(chain: ChainId): string {
  return walletKindOf(chain).blockHashPrefix + '0'.repeat(64)
}
