import type { DbDeps } from '#server/db/db-deps.ts'
import type { Access } from '#server/accounts/require-access.ts'
import type { Db } from '#server/db/database.ts'
import type { FreezeChecks } from '#server/refunds/freeze-checks.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import type { OutputNetworks } from '#shared/address-form.ts'
import type { ClaimOutcome } from '#shared/orders-api.ts'
import { may, type Role } from '#shared/permissions.ts'
import type { ChainId } from '#shared/chains.ts'
import type { OrderVisibility } from './order-row.ts'

/** Dependencies of the back office's calls about orders. */
export interface StaffOrdersDeps extends DbDeps {
  readonly keyCipher: KeyCipher
  readonly access: Access
  readonly policy: PaymentPolicy
  readonly releaseAt: () => Date
  readonly outputNetworks: OutputNetworks
  /** Polls a chain now; resolves when that is done or takes too long. */
  readonly lookNow: (chain: ChainId) => Promise<void>
  /** Reads a transaction on chain and stores what it pays to an order; `record` joins that transaction of the database. */
  readonly claimPayment: (
    order: PaymentRecord,
    txHash: string,
    record: (tx: Db, outcome: ClaimOutcome) => Promise<void>,
  ) => Promise<ClaimOutcome>
  readonly freezeChecks: Pick<FreezeChecks, 'checkRefund' | 'stateOfRefundAddress'>
}

/** What a role may see unmasked. */
export function visibilityFor(role: Role | null): OrderVisibility {
  return { emails: may(role, 'orders.emails'), keys: may(role, 'keys.plain') }
}
