import { closeAlert, raiseAlert } from '#server/alerts/raise-alert.ts'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'
import { DISAGREEMENT_S } from '#shared/constants.ts'

/** Whether staff are told that the nodes have not agreed about a payout. @param since null if only depth is missing. */
export function isPayoutStopped(since: Date | null, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() > DISAGREEMENT_S * 1000
}

/** Tells staff of payouts of an order that nodes have not agreed about for long, until there are none. */
export async function reportPayouts(tx: Db, orderId: string, now: Date): Promise<void> {
  const alert = { kind: 'payout-not-agreed', subject: orderId } as const
  const waiting = await tx
    .selectFrom('refund_transactions as t')
    .innerJoin('refunds as r', 'r.id', 't.refund_id')
    .select(['t.unagreed_since', 't.chain', 't.tx_hash'])
    .where('r.payment_id', '=', orderId)
    .where('t.status', '=', 'waiting')
    .execute()
  const stopped = waiting.filter((one) => isPayoutStopped(one.unagreed_since, now))
  const [first] = stopped
  if (first !== undefined) {
    const facts = { chain: first.chain as ChainId, transactions: stopped.map(({ tx_hash }) => tx_hash) }
    await raiseAlert(tx, { ...alert, facts, at: now })
  } else await closeAlert(tx, alert, now)
}
