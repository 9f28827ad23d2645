import type { Watch } from '#server/chain/chain-reader.ts'

/** Watches the given addresses, as the database does with those of orders. */
export function fixedWatch(addresses: readonly string[]): Watch {
  return {
    few: (limit) => Promise.resolve(addresses.length <= limit ? addresses : null),
    among: (asked) => Promise.resolve(watchedAmong(addresses, asked)),
  }
}

/** Those of the watched addresses that are asked about; where the case is only a checksum, in any case. */
export function watchedAmong(watched: readonly string[], asked: readonly string[]): ReadonlySet<string> {
  const keyOf = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address)
  const keys = new Set(asked.map(keyOf))
  return new Set(watched.filter((address) => keys.has(keyOf(address))))
}
