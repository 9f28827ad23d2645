import type { NetworkId } from '#shared/rails.ts'

/** What mails say, in English. This file gives the type: a language that lacks a text does not compile. */
export const en = {
  keys: {
    subject: (title: string, count: number): string =>
      count === 1 ? `Your key for ${title}` : `Your keys for ${title}`,
    heading: (count: number): string => (count === 1 ? 'Here is your key' : 'Here are your keys'),
    lead: 'Your payment is confirmed. Thank you for your order.',
    list: (count: number): string => (count === 1 ? 'Your key' : 'Your keys'),
    care: 'Whoever has a key can use it. Keep this mail, and do not pass it on.',
  },
  keysFollow: {
    subject: (title: string): string => `Your order of ${title} is paid, the keys follow`,
    heading: 'Paid. Your keys are on their way.',
    lead: 'Your payment is confirmed. Thank you for your order.',
    next: 'At this moment not enough keys are in stock. Your order keeps its place, and a mail with all of its keys is sent as soon as they are there. You need not do anything.',
  },
  refunded: {
    subject: (title: string): string => `Your refund for ${title} is paid`,
    heading: 'Your refund is paid',
    lead: 'We have sent it, and the blockchain has confirmed it.',
    keys: (copies: number): string =>
      copies === 1
        ? 'One key of this order was returned and no longer counts as yours.'
        : `${String(copies)} keys of this order were returned and no longer count as yours.`,
    refund: 'Your refund',
    amount: 'Amount',
    address: 'Sent to',
    transaction: 'Transaction hash',
  },
  order: {
    heading: 'Your invoice',
    invoiceId: 'Invoice id',
    edition: 'Edition',
    copies: 'Copies',
    paid: 'Price',
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
  } satisfies Record<NetworkId, string>,
  open: 'Open your order',
  openNote: 'This link shows the order and its keys without a password. Keep it to yourself.',
  refund:
    'Until 14 days after your payment or the release, whichever is later, you may return keys and be refunded. To do so, write to us and quote the invoice id.',
  questions: 'Questions? Write to us and quote the invoice id:',
}
export type MailTexts = typeof en
