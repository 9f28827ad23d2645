import type { TextShape } from '#texts/text-shape.ts'

/** The pages that work without script, in English. They take the words of the payment dialog from checkout.ts. */
export const enPlain = {
  /** Precedes the title of a page that shows rejected input. */
  faultTitle: 'Error: {title}',
  faults: 'Please check what is marked below',
  form: {
    title: 'Place your order',
    lead: 'Fill in this page and send it. The next one tells you how much to pay, where to and until when.',
    edition: 'Edition',
    recalculate: 'Update total',
    quantityFault: 'Please enter a whole number from {min} to {max}.',
    editionFault: 'This edition is sold out. Please choose another one.',
    onlyEditionFault: 'This edition is sold out.',
    rail: 'Choose coin and network',
    addressMissing: 'Please enter an address of your own for refunds.',
    codeHint: 'Six characters. Capital or small does not matter.',
    codeMissing: 'Please type the characters in the picture.',
    cannotRead:
      'You cannot read the picture? Ask for a new code, or write to {email}: we gladly take your order by e-mail.',
    sentBefore:
      'This form was sent once already, with other entries. Nothing was ordered now: please check everything and send it again.',
  },
  order: {
    done: {
      checked: 'We have just looked at the blockchain. What it shows stands below.',
      asked: 'Your request has arrived. How it goes on stands under “Refund”.',
      already: 'Everything that could be returned has been asked for already.',
      changed:
        'This order has changed since the page was shown. Nothing more was asked for: please look at it below first.',
      sent: 'The mail is on its way to you once more.',
      soon: 'This mail was sent a short while ago. Please wait before you ask for it again.',
      nothing: 'No mail has been written for this order yet.',
      closed:
        'Nothing was done: this browser does not hold the key to this order. Please open the link in the mail we sent you.',
      mistyped: 'This code does not belong to this order. Please copy it from our newest mail about it.',
    },
    code: { label: 'Code from our mail', submit: 'Open the order' },
    payUntil: 'Pay until {time}',
    refreshes: 'This page looks again by itself every 30 seconds.',
    keysFile: 'All keys as a file',
    refund: {
      title: 'Refund',
      lead: 'You may return your keys until {date}: all of them or single ones. You get their price in US dollars back in the coin and on the network you paid with, at the rate of the day we send it. The network fee is ours.',
      unpaid: 'There is nothing to refund yet: this order is not confirmed.',
      over: 'The time to return keys ended on {date}.',
      fullyRequested: 'A refund of everything in this order has been asked for.',
      copies: 'How many copies do you return?',
      returned: 'Copies',
      copiesHint: { one: '{count} copy can be returned.', other: '{count} copies can be returned.' },
      wholeOnly: 'Your keys have not been handed out yet, so the whole order is returned.',
      copiesFault: 'Please enter a whole number of copies, {count} at most.',
      to: 'The refund goes to {address}',
      elsewhere: 'Another refund address',
      elsewhereHint: 'Leave it empty to keep the one above. It must be on the network you paid with.',
      again: 'The other address once more',
      againHint: 'Coins sent to a wrong address are lost, so please enter it twice.',
      againFault: 'The two addresses differ. Please enter the same one twice.',
      reason: 'Your reason (you need not give one)',
      reasonFault: 'Please keep it to {count} characters.',
      acceptInvalidKeys: 'I know that the returned keys stop working for good.',
      acceptInvalidKeysFault: 'Please confirm that the returned keys stop working.',
      submit: 'Request the refund',
      states: {
        asked: 'Requested: our team works out the amount and sends it.',
        recorded: 'Sent: waiting for the blockchain to confirm it.',
        mismatch: 'Being checked by our team',
        verified: 'Refunded: confirmed on the blockchain.',
      },
      owed: 'Amount',
      address: 'Goes to',
      failed: 'The request was not taken. Please look at the order below and try again.',
    },
    mail: {
      title: 'Your mail',
      lead: 'The mail to {email} is lost or late? We send it again, once a minute at most.',
      none: 'As soon as there is something to tell, we write to {email}.',
      withheld:
        'The mail with the payment details was not sent: too many orders were made for this mailbox or from your connection within an hour. All you need to pay is on this page, in this browser. Mails about your payment and your keys are sent all the same.',
      submit: 'Send the mail again',
    },
  },
  recover: {
    title: 'Find your order',
    refundTitle: 'Return keys',
    lead: 'Enter the e-mail address and the invoice ID of your order. We then send the link to your order page to that address.',
    refundLead:
      'Returning keys is asked for on the order page. If your order is not listed here, have its link sent to you.',
    invoiceIdHint: 'It stands in every mail about your order and on the invoice: 36 characters with hyphens.',
    invoiceIdFault: 'Please enter the whole invoice ID: 36 characters with hyphens.',
    submit: 'Send me the link',
    sentTitle: 'Please look into your mailbox',
    sent: 'If there is an order with this e-mail address and invoice ID, its link is on the way. It can take a few minutes; please look into the spam folder as well.',
    tooOften: 'This has been asked for too often. Please wait an hour, then try again, or write to {email}.',
    own: 'Orders of this browser',
    ownOrder: '{edition} × {count}, {date}',
    openRefund: 'Return keys of this order',
    form: 'Order not listed?',
  },
  status: {
    title: 'Shop status',
    selling: 'Orders are taken.',
    soldOut: 'Every edition is sold out at the moment.',
    closed: 'No orders are taken at the moment.',
    closedLead:
      'Orders that exist are not lost: whatever was sent for them counts as soon as the networks can be read again.',
    rails: 'Payment methods',
    open: 'Open',
    mail: 'E-mail delivery',
    mailOnTime: 'On time',
    mailDelayed: 'Delayed. The page of your order shows your keys as well.',
    readAt: 'As of {time}',
  },
  setup: {
    title: 'Restore a backup',
    lead: 'This shop is empty. Whoever has access to its server can fill it from a backup here, once.',
    secret:
      'The backup needs the installation’s secret of its shop, and the key of the backup if it is encrypted. Put both in place before you start this shop, as docs/operating.md says.',
    token: 'One-time token',
    tokenHint: 'It is printed where the shop was started.',
    wrong: 'This is not the token that was printed at the last start.',
    submit: 'Show the backups',
    choose: 'Choose the backup to restore. The shop stops for it and starts again by itself.',
    none: 'The folder of {setting} holds no backup, or the setting is missing. On the server, run {command}.',
    restore: 'Restore',
    restoreOf: 'Restore the backup of {time}',
    startedTitle: 'The restore has begun',
    started:
      'The shop stops now and restores the backup. Where it was started you see how it goes. Then sign in with an account of the backup, and finish the recovery under Settings.',
  },
  notice: {
    title: 'One moment, please',
    limited: 'Too many requests came from your connection. Please wait a minute, then try again.',
    foreign:
      'This form was not sent from a page of this shop, so nothing was done. Please open the page here and send it again.',
    unreadable: 'What was sent could not be read, so nothing was done. Please try again.',
    failed: 'Something went wrong on our side. Trying again is safe: nothing is ordered or asked for twice.',
    retry: 'Try again',
    home: 'Back to the shop',
  },
} as const

/** The texts every language must have: the keys of English. */
export type PlainTexts = TextShape<typeof enPlain>
