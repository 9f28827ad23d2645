import { enLegalPage } from './legal.ts'
import type { NetworkId } from '#shared/rails.ts'
import type { WithdrawalOutcome } from '#shared/withdrawal.ts'
import { enAlerts } from './admin-alerts.ts'

/** Mails in English. */
export const enMail = {
  /** After a label that a value follows. */
  colon: ':',
  received: {
    subject: (title: string): string => `Your order of ${title}: how to pay`,
    heading: 'We have received your order',
    lead: 'Send your payment as written here. As soon as the network has confirmed it, a mail of its own brings your keys or says when they come.',
    send: 'Send your payment',
    after:
      'Not sent by then? Please do not use this address any more, and order anew. Already sent? You need not do anything: what arrives up to 24 hours late still counts, at the rate of its moment.',
    notRequested:
      'You did not order this? Then someone typed your address by mistake. Please do not pay: whoever ordered would see the keys, too. An order without a payment lapses, and your address is erased after 30 days.',
  },
  short: {
    subject: (title: string): string => `Part of your payment for ${title} is missing`,
    heading: 'Part of your payment has arrived',
    lead: 'It does not cover the price yet. Send the rest to the same address on the same network, and your order goes on by itself.',
    send: 'Send the rest',
    arrived: 'Arrived so far',
    missing: 'Still to send',
    rate: 'What arrives after the payment window counts at the rate of its moment.',
    over: 'After the time given above our team takes over and writes to you. Your money is not lost.',
  },
  late: {
    subject: (title: string): string => `Your payment for ${title} arrived late`,
    heading: 'Your payment arrived late',
    counts:
      'It arrived after the payment window, so it counts at the rate of that moment. That is enough: you need not do anything more.',
    next: 'As soon as the network has confirmed it, a mail of its own brings your keys or says when they come.',
    decision: 'It arrived after the payment window and needs a decision.',
  },
  review: {
    subject: (title: string): string => `Your payment for ${title} is with our team`,
    heading: 'Your payment is with our team',
    reasons: {
      'wrong-network': 'Money arrived on another network than the one you chose.',
      'wrong-token': 'Another coin than the one you chose arrived.',
      short: 'What arrived does not cover the price of your order.',
      other: 'It needs a second look before we hand out keys.',
    },
    next: 'A person looks at it and writes to you. Your money is safe; please keep your invoice ID.',
    wait: 'Please send nothing more until then.',
  },
  send: {
    pay: {
      label: 'Pay now',
      note: 'The page of your order opens your wallet, and shows when your payment arrives.',
    },
    amount: 'Amount to send',
    address: 'Wallet address',
    until: 'Pay until',
    qr: 'QR code of the payment address',
    openWallet: 'Open in wallet',
    checkWords: 'Check words',
    compare: 'Compare the address with the page of your order: the same two check words stand there.',
    exactly: 'Send exactly this amount. If your exchange deducts a fee, add it on top.',
    network: 'Use only this network. Sending on a wrong one means permanent loss of your funds.',
    simulation: 'Simulation: send nothing. This network is simulated. Real coins sent here would be lost.',
  },
  keys: {
    subject: (title: string, count: number): string =>
      count === 1 ? `Your key for ${title}` : `Your keys for ${title}`,
    heading: (count: number): string => (count === 1 ? 'Here is your key' : 'Here are your keys'),
    lead: 'Your payment is confirmed. Thank you for your order.',
    list: (count: number): string => (count === 1 ? 'Your key' : 'Your keys'),
    files: 'Your edition contains these files. The links are yours alone: do not pass them on.',
    care: 'Whoever has a key can use it. Keep this mail, and do not pass it on.',
    redeem: (shop: string): string => `This is how you use a key at ${shop}:`,
  },
  keysElsewhere: {
    lead: 'Thank you for your purchase. Your keys come from us, the makers of the game.',
    reference: 'Your purchase number',
    refund: 'If you want your money back, please ask where you bought and paid.',
    heading: 'Your purchase',
    questions: 'Questions? Write to us and quote your purchase number:',
  },
  keysFollow: {
    subject: (title: string): string => `Your order of ${title} is paid, the keys follow`,
    heading: 'Paid. Your keys are on their way.',
    lead: 'Your payment is confirmed. Thank you for your order.',
    next: 'At this moment not enough keys are in stock. Your order keeps its place, and a mail with all of its keys is sent as soon as they are there. You need not do anything.',
  },
  keysOnRelease: {
    subject: (title: string): string => `Your order of ${title} is paid, keys come on release`,
    heading: 'Paid. Your keys are sent on release.',
    lead: 'Your payment is confirmed. Thank you for your order.',
    next: 'Your order keeps its place. On release we send you one mail with all of its keys. You need not do anything.',
  },
  refundRequested: {
    subject: (title: string): string => `Your refund request for ${title}`,
    heading: 'We have received your refund request',
    lead: 'A person of our team sends the money. As soon as the blockchain has confirmed it, we write to you.',
    request: 'Your request',
    copies: 'Copies to be returned',
    coin: 'Refund in',
    rest: 'Goes back as it came',
    address: 'Refund address',
    price:
      'Of the copies, the price in {currency} is paid back at the rate of the day of the refund. If you asked within 14 days of paying, you get at least the coins you paid. The network fee is ours.',
    asItCame: 'What bought nothing goes back in the same coin. The network fee is ours.',
    keys: (copies: number): string =>
      copies === 1
        ? 'Please do not use the key that is returned any more; it becomes invalid with the refund.'
        : 'Please do not use the keys that are returned any more; they become invalid with the refund.',
    noKeys: 'No keys are handed out for this order while the request stands.',
    notRequested: 'You did not ask for this? Then write to us at once.',
  },
  refunded: {
    subject: (title: string): string => `Your refund for ${title} is paid`,
    heading: 'Your refund is paid',
    lead: 'We have sent it, and the blockchain has confirmed it.',
    keys: (copies: number): string =>
      copies === 1
        ? 'One key of this order was returned and no longer counts as yours.'
        : `${String(copies)} keys of this order were returned and no longer count as yours.`,
    others: 'Keys of this order that were not returned stay yours.',
    refund: 'Your refund',
    amount: 'Amount',
    address: 'Sent to',
    transaction: 'Transaction hash',
  },
  withdrawal: {
    link: enLegalPage.withdraw,
    subject: (title: string): string => `Your withdrawal: ${title}`,
    heading: 'We have received your withdrawal',
    lead: 'This mail acknowledges what you have stated, and when it reached us. Please keep it.',
    statement: 'I withdraw from the contract about this order',
    name: 'Your name',
    email: 'E-mail address',
    whole: 'the whole order',
    submitted: 'Received',
    outcomes: {
      closed:
        'Nothing was paid for this order, so it is closed. Please do not send anything to its address any more.',
      refund:
        'Your refund is requested. It goes to the refund address of the order; a mail of its own states the amount and the address.',
      later:
        'Money for this order is on its way. As soon as it is settled on the blockchain, it goes back to the refund address of the order.',
      already:
        'You have withdrawn from this order before, or its refund was requested. Nothing more needs to be done.',
      staff: 'A person of our team looks at your statement and writes to you.',
    } satisfies Record<WithdrawalOutcome, string>,
    notSubmitted: 'You did not state this? Then write to us at once.',
  },
  bulletin: {
    cancelled:
      'Your payment goes back to the refund address of your order. A mail of its own states the amount and the address. You need not do anything.',
  },
  recover: {
    subject: (title: string): string => `The link to your order of ${title}`,
    heading: 'Here is the link to your order',
    lead: 'Someone asked for it on our site, with this e-mail address and the invoice ID:',
    notRequested: 'That was not you? Then ignore this mail: the link was sent to nobody else.',
  },
  alert: enAlerts.alerts,
  alertOver: {
    lead: 'Its cause is gone. You need not do anything.',
  },
  supportCopy: {
    subject: (title: string): string => `${title}: we have your message`,
    heading: 'We have your message',
    lead: 'A person of our team reads it, and we get back to you as soon as possible.',
    more: 'To add something, write to us:',
    notRequested:
      'You did not write to us? Then someone typed your address by mistake, and you can ignore this mail.',
  },
  waitingList: {
    confirm: {
      subject: (title: string): string => `${title}: please confirm your address`,
      heading: 'Please confirm your e-mail address',
      lead: (edition: string): string =>
        `Someone asked us to write to this address once, when ${edition} can be ordered again.`,
      link: 'Confirm the address',
      note: 'This link works for two days.',
      notRequested:
        'You did not ask for this? Then do nothing: without your confirmation we write nothing more, and delete the address.',
    },
    stock: {
      subject: (title: string): string => `${title} is available again`,
      heading: 'Available again',
      lead: (edition: string): string => `${edition} can be ordered again. You asked us to tell you.`,
      link: 'To the shop',
      note: 'No copy is set aside: whoever orders first gets one.',
      last: 'This was the only mail. Your address has been deleted from our waiting list.',
    },
    leave: 'Leave the waiting list',
  },
  order: {
    heading: 'Your invoice',
    invoiceId: 'Invoice ID',
    edition: 'Edition',
    copies: 'Copies',
    paid: 'Price',
    discount: 'Discount',
    amount: 'Amount',
    network: 'Network',
    transactionHash: 'Transaction hash',
  },
  networks: {
    bitcoin: 'Bitcoin Network',
    ethereum: 'Ethereum Network',
    erc20: 'ERC-20 (Ethereum)',
    trc20: 'TRC-20 (Tron)',
    bep20: 'BEP-20 (BSC)',
    'usdc-ethereum': 'Ethereum',
    'usdc-base': 'Base',
    'usdc-polygon': 'Polygon',
    litecoin: 'Litecoin Network',
    'eurc-ethereum': 'Ethereum',
    'eurc-base': 'Base',
  } satisfies Record<NetworkId, string>,
  open: 'Open your order',
  openNote: 'This link shows the order and its keys without a password. Keep it to yourself.',
  openCode: 'Without JavaScript, type this code on the page of your order.',
  refund:
    'Until 14 days after your payment or the release, whichever is later, you may return keys for a refund: ask for it on the page of your order, or write to us and quote the invoice ID.',
  questions: 'Questions? Write to us and quote the invoice ID:',
}

/** The texts every language must have: the keys of English. */
export type MailTexts = typeof enMail
