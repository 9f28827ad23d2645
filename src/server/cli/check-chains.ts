import type { ChainReader } from '#server/chain/chain-reader.ts'
import { systemClock } from '#server/runtime/clock.ts'
import type { Settings } from '#server/config/settings.ts'
import { createLog } from '#server/runtime/log.ts'
import { openReaders, openTallies } from '#server/shop/open-readers.ts'
import { formatUsd } from '#shared/money.ts'
import type { ChainId } from '#shared/chains.ts'
import { offeredChains } from '#shared/rails.ts'
import { readSiblings } from '#server/config/read-siblings.ts'
import type { Finding } from './finding.ts'

/** Checks every node of every chain: whether it responds, serves the configured network, and reports the expected decimals of the tokens. */
export async function checkChains(
  settings: Settings,
  ask: typeof globalThis.fetch,
): Promise<readonly Finding[]> {
  const tallies = openTallies(settings, systemClock, ask)
  const readers = openReaders(settings, { clock: systemClock, log: createLog({ level: 'silent' }), tallies })
  try {
    const findings = await Promise.all(
      offeredChains(settings.rails).map((chain) => checkChain(chain, readers.get(chain), settings)),
    )
    return [...findings.flat(), ...otherChainFindings(settings)]
  } finally {
    await Promise.all([...readers.values()].map((reader) => reader.close()))
  }
}

async function checkChain(
  chain: ChainId,
  reader: ChainReader | undefined,
  { chains, singleNodeCents }: Settings,
): Promise<readonly Finding[]> {
  if (reader === undefined) {
    const message = chains[chain].isSimulated
      ? 'simulated, no money moves'
      : 'not configured, its rails are not offered'
    return [{ kind: 'ok', about: chain, message }]
  }
  const faults = await reader.check()
  const limits = await reader.limits()
  const findings: Finding[] = faults.map(({ endpoint, kind, message }) => ({
    kind: 'fault',
    about: chain,
    message:
      kind === 'mismatch' && reader.endpointCount > 1 ? `${endpoint} is left out: ${message}` : message,
  }))
  for (const { endpoint, isFault, message } of limits)
    findings.push({ kind: isFault ? 'fault' : 'warning', about: chain, message: `${endpoint} ${message}` })
  if (reader.endpointCount === 1) {
    findings.push({
      kind: 'warning',
      about: chain,
      message: `one node only, so nobody confirms what it says: at most ${formatUsd(singleNodeCents)} USD of keys leave on its word within 24 hours, then orders wait for staff (KEYHOLD_SINGLE_NODE_USD)`,
    })
  }
  if (findings.some(({ kind }) => kind === 'fault')) return findings
  const nodes = reader.endpointCount === 1 ? 'its node' : `all ${String(reader.endpointCount)} nodes`
  return [{ kind: 'ok', about: chain, message: `${nodes} answered as expected` }, ...findings]
}

function otherChainFindings(settings: Settings): readonly Finding[] {
  return offeredChains(settings.rails).flatMap((unread) => {
    const read = readSiblings(settings, unread)
    if (read.length === 0) return []
    const message = `${unread} has no node: money sent there by mistake, to an address of ${read.join(' or ')}, will not be seen`
    return [{ kind: 'warning', about: unread, message }]
  })
}
