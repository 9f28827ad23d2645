/** Decisions about orders and the payment of refunds in English. */
export const enDecisions = {
  decisions: {
    title: 'Your decision',
    happened: 'What happened',
    nothing: 'nothing',
    what: {
      wrong_token: '{money} came, but in another coin: this order is for {due}.',
      wrong_network: '{money} came, but on another network: this order is for {due}.',
      underpaid: 'Only {money} of {due} came, and the time to add the rest is over.',
      late: '{money} came after the payment window, too late for the order to go on by itself.',
      predates_order:
        '{money} is in a block that is older than this order, so it may be meant for something else.',
      reorged: 'The keys were handed out, then the chain took the payment back.',
      double_spend:
        'The payment was replaced by a transaction that does not pay this order. Arrived: {money}.',
      nodes_disagree: 'Your nodes contradict each other about the payment of {due}.',
      unagreed: '{money} came, but for half an hour two nodes have not agreed about it.',
      limited: '{money} came, but the limit of what a single node may confirm is reached.',
      else: '{money} came, and the rules do not decide what follows; the order is for {due}.',
    },
    acceptMeans: {
      one: 'What came counts as the full price of {price}. {count} key is handed out and mailed now. This cannot be undone.',
      other:
        'What came counts as the full price of {price}. {count} keys are handed out and mailed now. This cannot be undone.',
    },
    acceptDelivered: 'The order counts as paid, and the buyer keeps the keys.',
    refundMeans:
      'No keys are handed out any more. The shop writes down what it owes of the money that came; you pay it from your wallet.',
    worthThen: 'Worth when it came',
    worthNow: 'Worth now',
    worthUnknown: 'not known',
    worthMore: 'What came is worth {now} now: {difference} more than the price.',
    worthLess: 'What came is worth {now} now: {difference} less than the price.',
    worthSame: 'What came is worth {now} now, as much as the price.',
    noRate: 'The shop reads no rate of this coin. Look up what it is worth before you decide.',
    refundWorth: 'Owed back is what came: {money}, worth {now} now.',
    refundOwes: 'Owed back is what came: {money}.',
    notYours: 'An owner or a manager decides about this order.',
  },
  queue: {
    left: 'Left after this one: {count}',
    skip: 'Skip',
    finished: 'Nothing is left in this list.',
  },
  payout: {
    pay: 'Pay and record',
    payBy: 'Pay by',
    planned: 'In a payout plan',
    overdue: 'overdue',
    computing: 'Computing what is owed by today’s rate…',
    rate: 'Computed at {rate} {currency} for one {asset}.',
    amount: 'Amount to send',
    address: 'Refund address',
    checkWords: 'Check words',
    checkHint: 'Two words made from this address, to compare it at a glance.',
    qr: 'QR code of the refund address',
  },
  /** Where a rate is from, where that is no name of an exchange. */
  rateSources: { fixed: 'fixed' },
}
