/** Sales made elsewhere in the back office, in English. */
export const enElsewhere = {
  elsewhere: {
    title: 'Sales made elsewhere',
    lead: 'Paid in another shop, and delivered from this stock by the API. Their money is in no figure here.',
    list: 'List of sales made elsewhere',
    reference: 'Reference',
    searchHint: 'Reference, e-mail or sale ID',
    empty: 'There are no sales made elsewhere yet. Programs with a token enter them.',
    noMatch: 'No sale matches the filters.',
    failed: 'The sales could not be loaded',
    states: { waiting: 'Waits for release', delivered: 'Keys delivered', refunded: 'Refunded' },
    refund: 'Mark as refunded',
    refunded: 'The sale is marked as refunded',
    questions: {
      waiting:
        'Mark the sale {name} as refunded? Its keys were not mailed yet: they return to the stock, and nobody is sent them. No money leaves this shop: pay the buyer back where they paid. This cannot be undone.',
      delivered:
        'Mark the sale {name} as refunded? Its keys were mailed: they stay with the buyer and do not return to the stock. No money leaves this shop: pay the buyer back where they paid. This cannot be undone.',
    },
  },
}
