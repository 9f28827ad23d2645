import type { ClaimOutcome } from '#shared/orders-api.ts'

/** Transactions that staff look up for an order, in English. */
export const enClaims = {
  claims: {
    title: 'Look up a transaction',
    lead: 'If a buyer says they paid and the order does not show it, enter the transaction’s hash. The shop reads it on chain, and what it pays to the address of this order counts as usual.',
    send: 'Look it up',
    failed: 'The lookup failed',
    reasons: {
      stored: 'The transfer was found and recorded. The order’s status shows what follows.',
      known: 'The order has this transfer already.',
      not_deep: 'The transfer was found, but it needs more confirmations. The order goes on by itself.',
      other_asset:
        'It pays this address, but in another coin than the order’s. The transfer was recorded; you decide.',
      unconfirmed: 'The network knows this transaction, but it is in no block yet. Try again later.',
      unknown_token:
        'It pays this address only with a token that the shop does not accept, such as a counterfeit.',
      nothing_to_address: 'It pays nothing to the address of this order.',
      failed: 'This transaction failed on chain: nothing was paid.',
      not_found: 'No node knows this transaction. Check the hash and the network.',
      unanswered: 'Not every node could answer. Try again in a moment.',
    } satisfies Record<ClaimOutcome, string>,
  },
}
