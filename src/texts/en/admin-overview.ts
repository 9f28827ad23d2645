/** The overview of the back office in English. */
export const enOverview = {
  overview: {
    failed: 'The overview could not be loaded',
    today: 'Today',
    week: 'Last 7 days',
    yesterday: 'Yesterday: {value}',
    weekBefore: 'The 7 days before: {value}',
    waiting: 'Waiting for you',
    nothing: 'Nothing waits for anybody.',
    oldest: 'the oldest: {age}',
    worth: 'worth {price}',
    kinds: {
      review: {
        one: '{count} order in review',
        other: '{count} orders in review',
      },
      held_back: {
        one: '{count} paid order held back',
        other: '{count} paid orders held back',
      },
      refunds: {
        one: '{count} refund to pay',
        other: '{count} refunds to pay',
      },
      awaiting_keys: {
        one: '{count} paid order without keys',
        other: '{count} paid orders without keys',
      },
      lost_payments: {
        one: '{count} payment without an order',
        other: '{count} payments without an order',
      },
      alerts: {
        one: '{count} alert about the shop',
        other: '{count} alerts about the shop',
      },
    },
    stock: 'Stock of keys in days',
    daysLeft: {
      one: 'lasts {count} day',
      other: 'lasts {count} days',
    },
    stockFacts: '{free} free, {sold} sold in 7 days',
    notSold: 'none sold in 7 days',
    soldOut: 'sold out',
    onWaitingList: {
      one: '{count} person on the waiting list',
      other: '{count} people on the waiting list',
    },
    mailsSent: 'All mails are sent.',
    mailsWait: {
      one: '{count} mail not sent',
      other: '{count} mails not sent',
    },
  },
}
