/** What the back office does to many at once, and undoes, in English. */
export const enMany = {
  many: {
    selectShown: 'Select all orders shown',
    selectOrder: 'Select order {id}',
    selected: { one: '{count} order selected', other: '{count} orders selected' },
    selectAll: { one: 'Select {count} that matches', other: 'Select all {count} that match' },
    exportChosen: 'Export selection',
    resend: 'Send mails again',
    resendQuestion: {
      one: 'The buyer of {count} order gets the keys again, or the newest mail if there are no keys. An order whose mail was sent again in the last ten minutes is left out.',
      other:
        'The buyers of {count} orders get their keys again, or their newest mail if there are no keys. Orders whose mail was sent again in the last ten minutes are left out.',
    },
    resent: { one: '{count} mail sent again', other: '{count} mails sent again' },
    refund: 'Request refunds',
    refundQuestion: {
      one: 'All that is left of {count} order is to be refunded, to its buyer’s own address. No key of it leaves any more, and the buyer is told by mail.',
      other:
        'All that is left of {count} orders is to be refunded, each to its buyer’s own address. No key of them leaves any more, and the buyers are told by mail.',
    },
    refundNext: 'Nothing is paid yet: the refunds wait under Refunds, where each can be cancelled.',
    refunded: { one: '{count} refund requested', other: '{count} refunds requested' },
    notDone: { one: '{count} could not', other: '{count} could not' },
    progress: '{done} of {total} done',
    results: 'What was not done',
    reason: 'Why',
    unfinished: 'Not answered. It is safe to do it again.',
    recentlySent: 'Sent again a moment ago.',
    undo: 'Undo',
    undone: 'Undone',
    undoLead: 'Undo what was done last',
    retireMany: {
      one: '{count} key will not be sold any more, and stays in the list. It can be put back as long as nobody bought or revealed it.',
      other:
        '{count} keys will not be sold any more, and stay in the list. They can be put back as long as nobody bought or revealed them.',
    },
    retiredMany: { one: '{count} key retired', other: '{count} keys retired' },
    retireList: 'Retire a list',
    retireListLead:
      'Paste whole keys, one per line: up to 1,000. Sold keys stay with their buyers, marked as retired.',
    listLabel: 'Keys',
    listTooLong: 'These are more than 1,000 keys.',
    line: 'Line {line}',
    restore: 'Put back',
    restoreKey: 'Put back key {key}',
    restoreTitle: 'Put back into the stock',
    restoreQuestion: 'This key will be sold again. Only do that if you gave it to nobody.',
    restored: { one: '{count} key is back in the stock', other: '{count} keys are back in the stock' },
  },
}
