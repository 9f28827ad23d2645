import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { openPayoutOf } from '#server/refunds/planned-payout.ts'
import { lockRefund } from '#server/refunds/refund-record.ts'
import type { Rail } from '#shared/rails.ts'
import type { PayoutRefund } from './payout-plan.ts'
import { openNoncesOf, readOpenPlan, type OpenPlan } from './payout-record.ts'
import type { PayoutDraft, PlanHead } from './payout-draft.ts'

/** Thrown if the shop is no longer as the plan was written for. Nothing is stored. */
export class PlanChangedError extends Error {
  constructor(what: string) {
    super(`${what} changed while the plan was made; run the command again`)
    this.name = 'PlanChangedError'
  }
}

/**
 * Stores a plan with its transactions and refunds, in one database transaction: each refund is locked and must owe what it
 * owed when the transactions were written. The database refuses a refund that is in another open plan.
 */
export async function storePlan(db: Db, rail: Rail, draft: PayoutDraft, head: PlanHead): Promise<OpenPlan> {
  const id = randomUUID()
  const files = draft.files(id, head).map(({ name, content }) => ({
    name,
    base64: Buffer.from(content).toString('base64'),
  }))
  return db.transaction().execute(async (tx) => {
    const refunds = draft.transactions.flatMap((one) => one.refunds)
    // orders are locked in one order everywhere
    for (const refund of refunds.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1)))
      await requireUnchanged(tx, refund)
    await sql`lock table payout_plans in share row exclusive mode`.execute(tx)
    await requireFreeNonces(tx, rail, draft)
    await tx
      .insertInto('payout_plans')
      .values({
        id,
        network: rail.network,
        chain: rail.chain,
        asset: rail.asset,
        from_address: draft.from,
        made_at: head.madeAt,
        valid_until: head.validUntil,
        scanned_height: BigInt(draft.height),
        files: JSON.stringify(files),
      })
      .execute()
    for (const [position, { nonce, inputs, txHash, refunds: paid }] of draft.transactions.entries()) {
      await tx
        .insertInto('payout_transactions')
        .values({ plan_id: id, position, nonce, inputs: [...inputs], tx_hash: txHash })
        .execute()
      for (const { id: refundId, atoms } of paid)
        await tx
          .insertInto('planned_payouts')
          .values({ plan_id: id, position, refund_id: refundId, atoms })
          .execute()
    }
    const stored = await readOpenPlan(tx, rail.network)
    if (stored === null) throw new Error('expected the plan that was stored')
    return stored
  })
}

/** Another rail's plan may pay from the same account. */
async function requireFreeNonces(tx: Db, { chain, network }: Rail, draft: PayoutDraft): Promise<void> {
  if ((await readOpenPlan(tx, network)) !== null) throw new PlanChangedError(`the plan of ${network}`)
  const taken = draft.from === null ? [] : await openNoncesOf(tx, chain, draft.from)
  if (draft.transactions.some(({ nonce }) => nonce !== null && taken.includes(nonce)))
    throw new PlanChangedError('the account')
}

async function requireUnchanged(tx: Db, { id, atoms, address }: PayoutRefund): Promise<void> {
  const locked = await lockRefund(tx, id)
  const isSame =
    locked !== null &&
    locked.refund.status === 'asked' &&
    locked.refund.owed_atoms === atoms &&
    locked.refund.address === address &&
    (await openPayoutOf(tx, id)) === null
  if (!isSame) throw new PlanChangedError(`refund ${id}`)
}
