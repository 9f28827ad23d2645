import type { StoredFreeze } from '#server/db/inspect-database.ts'
import { decimalsOf, type Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { atoms, formatAmount } from '#shared/money.ts'
import type { Finding } from './finding.ts'

/** Reports tokens on the shop's own addresses that their issuer has frozen, and addresses about which no node answered. */
export function freezeFindings(freeze: StoredFreeze): readonly Finding[] {
  // foreign keys to reference tables check both
  const [chain, asset] = [freeze.chain as ChainId, freeze.asset as Asset]
  const findings: Finding[] = []
  if (freeze.addresses > 0) {
    const amount = formatAmount(atoms(freeze.atoms), decimalsOf(chain, asset))
    const message = `the issuer has frozen ${amount} ${asset} on ${String(freeze.addresses)} of the shop's addresses; see /admin, alerts`
    findings.push({ kind: 'warning', about: chain, message })
  }
  if (freeze.unknown > 0) {
    const message = `no node said whether ${String(freeze.unknown)} addresses with ${asset} are frozen`
    findings.push({ kind: 'warning', about: chain, message })
  }
  return findings
}
