import { arSite as arabic } from '#texts/ar/site.ts'
import { plural } from '#texts/format.ts'

/** The texts a buyer looks for on the page. English has the specified wording. */
const en = {
  increase: 'Increase quantity',
  orderNow: (quantity: number) => (quantity > 1 ? `Order Now (${String(quantity)})` : 'Order Now'),
  editions: { standard: 'Standard Edition', supporter: 'Supporter Edition' },
  coins: {
    bitcoin: 'Bitcoin',
    ethereum: 'Ethereum',
    usdt: 'Tether USD',
    usdc: 'USD Coin',
    litecoin: 'Litecoin',
    eurc: 'Euro Coin',
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
  },
  chooseNetwork: 'Choose the network',
  email: 'E-mail address',
  refundAddress: 'Refund wallet address',
  captcha: 'Characters in the picture',
  captchaPicture: 'Six characters to type below',
  captchaFailed: 'Captcha verification failed. Please try again.',
  captchaPassed: 'Security verification passed',
  submit: 'Create Payment',
  amount: 'Amount to send',
  paymentAddress: 'Wallet address',
  copyAmount: 'Copy Amount',
  copyAddress: 'Copy Address',
  qr: 'QR code of the payment address',
  verify: "I've Sent the Payment - Verify Now",
  waiting: 'Waiting for your payment on the blockchain',
  check: 'Check Payment on Blockchain',
  failed: 'Payment not detected. Please verify you sent the exact amount to the correct address.',
  tryAgain: 'Try Again',
  partial: 'Part of your payment has arrived',
  processing: 'Processing',
  confirmed: 'Payment Confirmed',
  badge: 'BLOCKCHAIN VERIFIED',
  invoiceId: 'Invoice ID',
  download: 'Download Full Invoice',
  close: 'Close',
  showMyKeys: (quantity: number): string => (quantity > 1 ? 'Show my keys' : 'Show my key'),
  showKeys: (quantity: number): string => (quantity > 1 ? 'Show keys' : 'Show key'),
}

export type Words = typeof en
type Edition = keyof Words['editions']

const { checkout, preOrder, order } = arabic

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
    captchaPicture: checkout.captcha.image,
    captchaFailed: checkout.captcha.failed,
    captchaPassed: checkout.captcha.passed,
    submit: checkout.form.submit,
    amount: checkout.panel.amount,
    paymentAddress: checkout.panel.address,
    copyAmount: checkout.panel.copyAmount,
    copyAddress: checkout.panel.copyAddress,
    qr: checkout.panel.qr,
    verify: checkout.panel.verify,
    waiting: checkout.verification.waiting,
    check: checkout.verification.check,
    failed: checkout.verification.failed,
    tryAgain: checkout.verification.tryAgain,
    partial: checkout.status.partial,
    processing: checkout.panel.label.processing,
    confirmed: checkout.invoice.title,
    badge: checkout.invoice.badge,
    invoiceId: checkout.invoice.id,
    download: checkout.invoice.download,
    close: checkout.close,
    showMyKeys: (quantity) => plural('ar', checkout.invoice.showKeys, quantity),
    showKeys: (quantity) => plural('ar', order.show, quantity),
  },
}
