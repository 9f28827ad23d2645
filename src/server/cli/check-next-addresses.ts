import type { ChainReader } from '#server/chain/chain-reader.ts'
import { systemClock } from '#server/runtime/clock.ts'
import type { Settings } from '#server/config/settings.ts'
import { createLog } from '#server/runtime/log.ts'
import { checkNextAddress } from '#server/diagnostics/next-address.ts'
import { openReaders } from '#server/shop/open-readers.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import type { Finding } from './finding.ts'

/**
 * Checks whether the addresses of the next orders were used before, by another shop or a person with the same extended
 * public key. A chain without a node, or whose node does not respond, is left to `checkChains`.
 *
 * @param nextIndexes by the fingerprint of the extended public key.
 */
export async function checkNextAddresses(
  settings: Settings,
  nextIndexes: ReadonlyMap<string, number>,
): Promise<readonly Finding[]> {
  const readers = openReaders(settings, { clock: systemClock, log: createLog({ level: 'silent' }) })
  try {
    const findings = await Promise.all(
      [...readers.values()].map((reader) => check(reader, settings, nextIndexes)),
    )
    return findings.flat()
  } finally {
    await Promise.all([...readers.values()].map((reader) => reader.close()))
  }
}

async function check(
  reader: ChainReader,
  { wallets }: Settings,
  nextIndexes: ReadonlyMap<string, number>,
): Promise<readonly Finding[]> {
  const xpub = wallets[CHAIN_TABLE[reader.chain].wallet]
  if (xpub === null) return []
  const index = nextIndexes.get(xpub.fingerprint) ?? 0
  const about = reader.chain
  const place = `the next address (index ${String(index)})`
  switch (await checkNextAddress(reader, xpub, index)) {
    case 'fresh':
      return [{ kind: 'ok', about, message: `${place} was never used` }]
    case 'used':
      return [
        {
          kind: 'warning',
          about,
          message: `${place} was used before: another shop or wallet works with this xpub; give this shop an account of its own`,
        },
      ]
    case 'unknown':
      return [
        {
          kind: 'ok',
          about,
          message: `it is unknown whether ${place} was used before: the node has no index of addresses`,
        },
      ]
    case 'unchecked':
      return []
  }
}
