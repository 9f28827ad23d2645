/** The list that a new shop begins with, in English. */
export const enFirstDay = {
  firstDay: {
    title: 'Before you sell',
    lead: '{done} of {all} steps are done. The list goes when all are.',
    states: { done: 'done', open: 'to do', blocked: 'not yet' },
    after: 'First: {step}',
    close: 'Close the list',
    closeTitle: 'Close the list?',
    closeText: 'Steps to do: {count}. The list does not come back.',
    closed: 'The list is closed',
    failed: 'That could not be stored',
    loadFailed: 'The list could not be loaded',
    steps: {
      nodes: {
        title: 'Every way to pay is open',
        text: 'The nodes answer and agree, and an unused address is known. “Settings check” says more.',
      },
      keys: { title: 'Keys of every edition', text: 'Import or generate them below, under “Keys”.' },
      'second-factor': {
        title: 'Second factor of every owner',
        text: 'Each owner turns it on under “Security”.',
      },
      backup: {
        title: 'A backup, made and tried',
        text: 'Set a folder for backups and the shop does both every day; at once: keyhold backup, then keyhold backup verify.',
      },
      mails: {
        title: 'Mails to buyers, read',
        text: 'See each mail in each language that buyers may choose.',
      },
      'test-order': {
        title: 'A test order, paid',
        text: 'Order on your own page: on a test network, or the cheapest edition with real coins. Pay them back under “Refunds”.',
      },
      'real-order': {
        title: 'The first order of a buyer',
        text: 'Real coins, confirmed by the network, and the mail with the keys has left.',
      },
    },
    editionKeys: 'keys: {count}',
    noFactor: 'Owners without it: {count}',
    made: 'Backup made',
    tried: 'Restore tried',
    read: 'See the mails',
    mailsTitle: 'Mails to buyers',
    mail: 'Mail',
    looksRight: 'They are right',
    templates: {
      'waiting-confirm': 'Waiting list: confirm',
      'waiting-stock': 'Waiting list: in stock again',
    },
  },
}
