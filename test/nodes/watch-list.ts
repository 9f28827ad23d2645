import { createHash } from 'node:crypto'
import type { Watch } from '#server/chain/chain-reader.ts'
import { watchedAmong } from './fixed-watch.ts'

/** Watches a fixed list of addresses, as the database does with those of orders. */
export function watchList(addresses: readonly string[]): Watch & { readonly callCount: () => number } {
  let calls = 0
  return {
    few: (limit) => Promise.resolve(addresses.length <= limit ? addresses : null),
    among(some) {
      calls += 1
      return Promise.resolve(watchedAmong(addresses, some))
    },
    callCount: () => calls,
  }
}

/** Returns an address that nobody has a key for, the same for the same name: `0x` and 40 lower-case hexadecimal digits. */
export function unownedHexAddress(name: string | number): string {
  return `0x${createHash('sha256')
    .update(`nobody ${String(name)}`)
    .digest('hex')
    .slice(0, 40)}`
}
