import type { Watch } from '#server/chain/chain-reader.ts'
import type { AddressCodec } from './evm-chains.ts'

/** The watched addresses for a scan, keyed by their 20 bytes in hexadecimal. */
export interface WatchedAddresses {
  /** All watched addresses in lower-case hexadecimal; null if there are too many to filter by. */
  readonly few: readonly string[] | null
  /** Those of `hexes` that are watched, each with the address in the chain's own format. */
  among(hexes: Iterable<string>): Promise<ReadonlyMap<string, string>>
}

/** Prepares the watched addresses for a scan: as a list up to `limit`, otherwise by looking up the addresses found. */
export async function watchedAddresses(
  watch: Watch,
  limit: number,
  codec: AddressCodec,
): Promise<WatchedAddresses> {
  const list = await watch.few(limit)
  if (list === null) return { few: null, among: (hexes) => askAmong(watch, codec, hexes) }
  const spellings = new Map(list.map((address) => [codec.toHex(address), address]))
  return {
    few: [...spellings.keys()],
    among(hexes) {
      const ours = new Map<string, string>()
      for (const hex of hexes) {
        const spelling = spellings.get(hex)
        if (spelling !== undefined) ours.set(hex, spelling)
      }
      return Promise.resolve(ours)
    },
  }
}

async function askAmong(
  watch: Watch,
  codec: AddressCodec,
  hexes: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(hexes)].map(codec.toLookUp)
  if (asked.length === 0) return new Map()
  return new Map([...(await watch.among(asked))].map((spelling) => [codec.toHex(spelling), spelling]))
}
