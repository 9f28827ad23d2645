import type { AlertKind } from '#shared/alerts.ts'

/** Alerts to staff, in English: in the back office, and in mails. */
export const enAlerts = {
  alerts: {
    title: 'Alerts',
    lead: 'What needs your attention. Each is told once, and stays here until its cause is gone or you close it.',
    list: 'List of alerts',
    what: 'What',
    about: 'About',
    since: 'Since',
    shop: 'The shop',
    close: 'Close',
    closed: 'The alert was closed',
    stockLasts: 'Keys left: {free}. Days they last at this pace: {days}.',
    failed: 'The alerts could not be loaded',
    kinds: {
      'nodes-not-agreed': {
        title: 'Two nodes have not agreed',
        text: 'An order is paid and deep enough, but for half an hour two nodes have not agreed about its payment. Its keys wait for your decision.',
      },
      'payment-predates-order': {
        title: 'A payment looks older than its order',
        text: 'Money for this order is in a block that the shop had already passed when the order was made, yet the block’s time is later. Either the address was used before, or a node showed a false chain then. It counts for nothing by itself: compare the times, then accept it or refund it by hand.',
      },
      'payout-not-agreed': {
        title: 'Two nodes have not agreed about a refund',
        text: 'You recorded the transaction of a refund, but for half an hour your nodes have contradicted each other about it, or one of them has not answered. The refund stays open. Look the transaction up in an explorer, and check your nodes.',
      },
      'single-node-limit': {
        title: 'Limit for a single node is reached',
        text: 'In 24 hours, keys for the whole amount of KEYHOLD_SINGLE_NODE_USD were handed out on the word of one node alone. Further such orders wait: accept them by hand, add a second node, or raise the limit.',
      },
      'issuer-freeze': {
        title: 'The issuer froze a payment address',
        text: 'The issuer of the token has frozen the payment address of this order: what lies there cannot be moved. Write to the issuer. Do not sweep other addresses together with this one. The buyer has paid, and keeps their keys.',
      },
      'unpaid-orders-limit': {
        title: 'Orders are refused: too many are unpaid',
        text: 'So many orders are open and unpaid that the shop refuses new ones, so that nobody exhausts its addresses and nodes. If they come from a sale, raise KEYHOLD_LIMITS. If they come from a few networks, block those at the reverse proxy.',
      },
      recovery: {
        title: 'The database was restored',
        text: 'The database was restored, or lacks orders that were made. No orders are taken until the recovery is finished: under Settings, and with “npm run keyhold -- restore --status” on the server.',
      },
      'lost-payment': {
        title: 'A payment without an order',
        text: 'Money came to an address whose order is missing since the database was restored. Settings lists it, under the recovery. Answer the buyer, or refund them by hand.',
      },
      'node-left-out': {
        title: 'A node is left out',
        text: 'A node of this chain is on another network, or its tokens are not the ones configured. It is not read and confirms nothing. Settings names it. While only one node is left, more orders wait.',
      },
      'rail-closed': {
        title: 'A way to pay is closed',
        text: 'Its nodes do not answer, are behind, or show another network, so that no orders are taken with it. Open orders do not expire meanwhile. Settings shows what each node says.',
      },
      'no-rate': {
        title: 'A coin has no rate',
        text: 'The exchanges gave no usable rate, so that no orders are taken in this coin. Payments under way are not affected. Check whether the server reaches the exchanges.',
      },
      'order-review': {
        title: 'An order waits for your decision',
        text: 'Its money came late, too little or as another coin, or the chain has undone it. Accept or refund it under Exceptions.',
      },
      'refund-requested': {
        title: 'A refund was requested',
        text: 'Pay it from your wallet and record its transaction under Refunds.',
      },
      'stock-low': {
        title: 'Keys are running low',
        text: 'At the pace of the last seven days, the keys of this edition last less than a week. Import more.',
      },
      'sold-out': {
        title: 'An edition is sold out',
        text: 'All keys of this edition are sold or promised, and orders for it are refused. Import more keys if you have any.',
      },
      'keys-missing': {
        title: 'Paid orders wait for keys',
        text: 'Orders of this edition are paid, but there are not enough keys for them. Import keys: they are handed out at once, oldest order first.',
      },
      'mail-stuck': {
        title: 'Mails are not being sent',
        text: 'Mails have been waiting for more than ten minutes, and keys may be among them. Check the mail server and KEYHOLD_SMTP_URL. They are sent as soon as it answers.',
      },
      'mails-refused': {
        title: 'The mail server refuses mails',
        text: 'The mail server answers and refuses most mails: a limit that is used up, a suspended account, or a sender it does not accept. They are retried, and all are sent once it accepts one. Look at the account with your mail provider, then run keyhold check --send-to with your address.',
      },
      'keys-not-mailed': {
        title: 'Paid keys are not mailed',
        text: 'Keys of paid orders have been waiting to be mailed for more than ten minutes. The log says what the mail server answers. If it refuses a single mailbox, find the order and ask its buyer for another address; buyers also see their keys on the order page.',
      },
      'sign-ins-failed': {
        title: 'Many failed sign-ins',
        text: 'In the last day, signing in to one account failed at least 20 times. Further tries are delayed, and nobody is locked out. Look in the audit log whether it was one person. If not, set a second factor and a new password for the account.',
      },
      'disk-low': {
        title: 'A disk is nearly full',
        text: 'Little room is left on a disk that the shop writes to: that of its data folder, of its database or of its backups. Free some, or give it a larger disk. “npm run keyhold -- check” on that machine says how much is left and where. Below 64 MiB no orders are taken.',
      },
      'disk-full': {
        title: 'No orders are taken: a disk is full',
        text: 'The disk of the data folder or of the database is full. No orders are taken, so that none is lost that could not be settled. Free at least 64 MiB; orders are taken again within seconds, by themselves.',
      },
      'clock-wrong': {
        title: 'A clock is wrong',
        text: 'The clock of this machine differs from the database’s, or the database’s differs from those of the nodes. Due times follow the database’s clock. Set the clocks with NTP (“timedatectl set-ntp true”); afterwards nothing needs to be done.',
      },
      'record-failed': {
        title: 'Hand-outs are not recorded off the machine',
        text: 'The folder or address of KEYHOLD_RECORD_TO (or else KEYHOLD_BACKUP_DIR) takes nothing. Sales go on. If this machine is lost now, a restore will not know which keys were handed out since. Check whether the folder is mounted and can be written; what is missing is then recorded by itself.',
      },
      'backup-failed': {
        title: 'A backup failed',
        text: 'The daily backup could not be written. It is tried again every 15 minutes. Is the disk full, or the folder of KEYHOLD_BACKUP_DIR not writable? Settings shows the reason.',
      },
      'backup-old': {
        title: 'The newest backup is too old',
        text: 'The newest backup is more than a day and a half old. Settings shows the last one and the last failure. “npm run keyhold -- backup FILE” makes one by hand.',
      },
      'restore-check-failed': {
        title: 'The backup could not be restored',
        text: 'The newest backup was restored into a scratch database on trial, and that failed. Settings shows the reason. Make a new backup and try it with “npm run keyhold -- backup verify FILE”; keep the older ones until it succeeds.',
      },
    } satisfies Record<AlertKind, { readonly title: string; readonly text: string }>,
  },
}
