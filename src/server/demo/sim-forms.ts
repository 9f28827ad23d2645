import { randomBytes } from 'node:crypto'
import type { ChainId } from '#shared/rails.ts'

/** How far below its head a chain calls a block final. Bitcoin has no such word: six confirmations stand for it. */
export const FINAL_BELOW_HEAD: Readonly<Record<ChainId, number>> = {
  bitcoin: 5,
  ethereum: 32,
  bsc: 3,
  tron: 19,
}

/** The coin a reader of the chain looks for beside USDT; nobody looks for TRX, as on the real chain. */
export const SEEN_COIN = { bitcoin: 'BTC', ethereum: 'ETH', bsc: 'BNB', tron: null } as const

/** 32 random bytes, as explorers of the chain write a transaction's hash. */
export function newTransactionHash(chain: ChainId): string {
  const hex = randomBytes(32).toString('hex')
  return chain === 'bitcoin' || chain === 'tron' ? hex : `0x${hex}`
}

/** A transaction's hash as its chain writes it, whatever way it was typed. */
export function formOfHash(chain: ChainId, txHash: string): string {
  const hex = txHash.toLowerCase().replace(/^0x/, '')
  return chain === 'bitcoin' || chain === 'tron' ? hex : `0x${hex}`
}

export function newBlockHash(chain: ChainId): string {
  const hex = randomBytes(32).toString('hex')
  return chain === 'bitcoin' ? hex : `0x${hex}`
}

/** The parent of a chain's first block. */
export function noHash(chain: ChainId): string {
  const hex = '0'.repeat(64)
  return chain === 'bitcoin' ? hex : `0x${hex}`
}
