import type { ChainReader } from '#server/chain/chain-reader.ts'
import { systemClock } from '#server/runtime/clock.ts'
import type { Settings } from '#server/config/settings.ts'
import { createLog } from '#server/runtime/log.ts'
import { lookAtNextAddress } from '#server/diagnostics/next-address.ts'
import { openReaders } from '#server/shop/open-readers.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import type { Finding } from './finding.ts'

/**
 * Whether the addresses the next orders would get were used before, by another shop or a person with the same extended
 * public key. A chain without a node, or whose node does not answer, is left to `checkChains`.
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
  switch (await lookAtNextAddress(reader, xpub, index)) {
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
    case 'untold':
      return [
        {
          kind: 'ok',
          about,
          message: `whether ${place} was used before cannot be told: the node has no index of addresses`,
        },
      ]
    case 'unasked':
      return []
  }
}
