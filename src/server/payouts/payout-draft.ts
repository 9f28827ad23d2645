import type { DbDeps } from '#server/db/db-deps.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import type { FundReader } from '#server/chain/funds/fund-reader.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import type { PlanFile } from '#server/sweep/sweep-files.ts'
import type { Atoms } from '#shared/money.ts'
import type { Rail } from '#shared/rails.ts'
import type { LeftRefund, PayoutRefund } from './payout-plan.ts'

/** What a plan is made with. */
export interface PayoutDeps extends DbDeps {
  readonly policy: PaymentPolicy
  /** Both of the rail's chain. */
  readonly funds: FundReader
  readonly reader: Pick<ChainReader, 'isReplaced' | 'findPayout'>
}

/** A plan to be made. */
export interface PayoutRequest {
  readonly rail: Rail
  /** Whose coins are spent, and whose addresses pay; null: `from` alone pays. */
  readonly xpub: Xpub | null
  /** The address that pays; null: coins at the shop's addresses, on Bitcoin only. */
  readonly from: string | null
  /** Where change goes; null: back to `from`, or to the account's first address for change. */
  readonly change: string | null
  /** Fingerprint of the wallet's master key; null if unknown. */
  readonly master: string | null
  /** Satoshis for 1,000 virtual bytes; null: what the node advises. */
  readonly feeRate: bigint | null
}

/** What an address or the shop's coins lack. Amounts in atoms. */
export interface MissingMoney {
  readonly address: string | null
  readonly atoms: Atoms
  /** For fees, in the chain's coin; `atoms` covers it where the coin itself is paid. */
  readonly coin: Atoms
}

/** A transaction of a draft. */
interface DraftTransaction {
  readonly nonce: number | null
  readonly inputs: readonly string[]
  readonly txHash: string | null
  readonly refunds: readonly PayoutRefund[]
}

/** What would be signed. */
export interface PayoutDraft {
  readonly transactions: readonly DraftTransaction[]
  readonly left: readonly LeftRefund[]
  /** Null: it can be paid. Then nothing is stored. */
  readonly missing: MissingMoney | null
  /** At most, in the chain's coin. */
  readonly fees: Atoms
  readonly change: { readonly address: string; readonly atoms: Atoms } | null
  readonly from: string | null
  /** When its transactions expire; null: never. */
  readonly expiresAt: Date | null
  readonly height: number
  readonly files: (planId: string, facts: PlanHead) => readonly PlanFile[]
}

/** What every plan states. */
export interface PlanHead {
  readonly madeAt: Date
  readonly validUntil: Date
}
