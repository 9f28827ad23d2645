import { ar as arabic } from '#web/i18n/ar.ts'

/** What a buyer looks for on the page. The English texts stand here as the specification gives them. */
const en = {
  increase: 'Increase quantity',
  orderNow: (quantity: number) => (quantity > 1 ? `Order Now (${String(quantity)})` : 'Order Now'),
  editions: { standard: 'Standard Edition', supporter: 'Supporter Edition' },
  coins: { bitcoin: 'Bitcoin', ethereum: 'Ethereum', usdt: 'Tether USD' },
  networks: {
    bitcoin: 'Bitcoin Network',
    ethereum: 'Ethereum Network',
    erc20: 'ERC-20 (Ethereum)',
    trc20: 'TRC-20 (Tron)',
    bep20: 'BEP-20 (BSC)',
  },
  chooseNetwork: 'Choose the network',
  email: 'E-mail address',
  refundAddress: 'Refund wallet address',
  captcha: 'Characters in the picture',
  captchaPassed: 'Security verification passed',
  submit: 'Create Payment',
  amount: 'Amount to send',
  paymentAddress: 'Wallet address',
  qr: 'QR code of the payment address',
  verify: "I've Sent the Payment - Verify Now",
  waiting: 'Waiting for your payment on the blockchain',
  processing: 'Processing',
  confirmed: 'Payment Confirmed',
  badge: 'BLOCKCHAIN VERIFIED',
  invoiceId: 'Invoice ID',
  download: 'Download Full Invoice',
  close: 'Close',
}

export type Words = typeof en
type Edition = keyof Words['editions']

const { checkout, preOrder } = arabic

export const WORDS: Readonly<Record<'en' | 'ar', Words>> = {
  en,
  ar: {
    increase: preOrder.increase,
    orderNow: (quantity) =>
      quantity > 1
        ? preOrder.orderNowMany.replace('{count}', new Intl.NumberFormat('ar-EG').format(quantity))
        : preOrder.orderNow,
    editions: { standard: 'النسخة القياسية', supporter: 'نسخة الداعمين' } satisfies Record<Edition, string>,
    coins: checkout.coin,
    networks: checkout.network,
    chooseNetwork: checkout.network.legend,
    email: checkout.form.email,
    refundAddress: checkout.form.address,
    captcha: checkout.captcha.input,
    captchaPassed: checkout.captcha.passed,
    submit: checkout.form.submit,
    amount: checkout.panel.amount,
    paymentAddress: checkout.panel.address,
    qr: checkout.panel.qr,
    verify: checkout.panel.verify,
    waiting: checkout.verification.waiting,
    processing: checkout.panel.label.processing,
    confirmed: checkout.invoice.title,
    badge: checkout.invoice.badge,
    invoiceId: checkout.invoice.id,
    download: checkout.invoice.download,
    close: checkout.close,
  },
}
