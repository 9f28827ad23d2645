import type { TextShape } from '#texts/text-shape.ts'

/** What became of a payment, and its invoice, in English: the part of the payment dialog that other pages show too. */
export const enPaymentStates = {
  status: {
    pending: 'Waiting for your payment',
    windowOver: 'The payment window is over',
    partial: 'Part of your payment has arrived',
    detected: 'Payment detected',
    confirmed: 'Payment Confirmed',
    expired: 'This payment has expired',
    review: 'Your payment is with our team',
    wrongNetwork: 'Your money arrived on another network',
    wrongToken: 'Another coin arrived',
    invalid: 'The payment never confirmed',
    refunded: 'This order was refunded',
    withdrawn: 'You have withdrawn from this order',
  },
  note: {
    sendNow: 'As soon as the network shows your payment, this page moves on by itself.',
    stillWatching:
      'Already sent? Nothing is lost: this address stays watched. Money that arrives up to 24 hours late still counts, at the rate of its moment.',
    startAgain: 'Not sent yet? Please start a new payment; do not use this address any more.',
    partialRest:
      '{received} arrived, {remaining} is still missing. Send the rest to the same address on the same network.',
    partialOverWindow:
      'You can complete it up to 24 hours after the payment window, at the rate of that moment. After that our team takes over.',
    detectedNext:
      'You need not do anything more. Once the network has confirmed it, a mail brings your keys or says when they come.',
    reviewNext: 'A person looks at it and writes to you. Your money is safe; please keep your invoice ID.',
    reviewLate: 'It arrived after the payment window and needs a decision.',
    reviewShort: 'It stayed short of the price for more than 24 hours.',
    wrongNetwork: 'You chose {network}. What arrives on another network does not pay the order by itself.',
    wrongToken: 'You chose {coin}. Another coin does not pay the order by itself.',
    foreignNext:
      'As soon as it is confirmed there, a person of our team looks at it and writes to you. Your money is not lost. Please send nothing more until then, and keep your invoice ID.',
    late: 'It arrived after the payment window, so it counts at the rate of that moment.',
    overpaid:
      'You sent more than was due. The rest is paid back in the same coin; write to us with your invoice ID.',
    doubleSpend: 'A transfer we had seen was replaced by its sender.',
    reorged:
      'The network took back a block, and your transfer with it. It usually returns by itself within minutes.',
    nodesDisagree: 'Our sources do not agree about it yet, so we wait.',
    awaitingKeys:
      'Your keys are on their way: new ones are being added to the stock, and yours are sent by themselves, first come first served.',
    keysOnRelease:
      'Your order is paid. Its keys are sent by e-mail on release, and then appear on the page of your order. You need not do anything.',
    invalidNext:
      'We saw your transfer, but the network has not confirmed it for 14 days. If it was spent, write to us with your invoice ID.',
    unread:
      'Our connection to this network is interrupted at the moment. Nothing is lost: what you sent is seen as soon as it is back, and the order does not expire until then.',
    withdrawn: 'It gets no keys, and what arrives for it goes back to your refund address.',
    refunded:
      'The refund was sent to your refund address. Keys that were handed out for this order are no longer valid. Thank you for having been with us.',
  },
  invoice: {
    title: 'Payment Confirmed',
    badge: 'BLOCKCHAIN VERIFIED',
    id: 'Invoice ID',
    date: 'Date',
    status: 'Status',
    statusConfirmed: 'CONFIRMED',
    edition: 'Edition',
    quantity: 'Quantity',
    coin: 'Cryptocurrency',
    network: 'Network',
    paid: 'Amount paid',
    price: 'Price',
    confirmations: 'Confirmations',
    address: 'Payment address',
    hash: 'Transaction hash',
    byBalance: 'Seen by balance',
    copyHash: 'Copy transaction hash',
    hashCopied: 'Transaction hash copied to clipboard',
    keysSent: { one: 'Your key was sent to {email}.', other: 'Your {count} keys were sent to {email}.' },
    keysSentUnknown: {
      one: 'Your key was sent to the e-mail address of your order.',
      other: 'Your {count} keys were sent to the e-mail address of your order.',
    },
    keysOnPage: {
      one: 'You also find it on your order page.',
      other: 'You also find them on your order page.',
    },
    showKeys: { one: 'Show my key', other: 'Show my keys' },
    orderPage: 'Open your order page',
    download: 'Download Full Invoice',
    downloaded: 'Invoice downloaded',
    copyId: 'Copy Invoice ID',
  },
  file: {
    title: 'INVOICE',
    email: 'Customer e-mail',
    edition: 'Edition',
    total: 'Amount paid ({currency})',
    footer: 'Verified on the blockchain. Keep this file for your records.',
  },
  files: { title: 'Your downloads', usedUp: 'This link was used too often. Ask support for another one.' },
} as const

/** The texts every language must have: the keys of English. */
export type PaymentStateTexts = TextShape<typeof enPaymentStates>
