import type { ReactNode } from 'react'
import { TRANSACTION_HASH_SHOWN_CHARS } from '#shared/constants.ts'
import type { Language } from '#shared/languages.ts'
import { cents, centsFromNumber } from '#shared/money.ts'
import { localeOf } from '#shared/locale-of.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { formatCount, formatPrice } from '#texts/format.ts'
import { Code, Latin } from '#web/ui/fill-text.tsx'
import { coinName, coinSymbol, networkName } from './coin-names.ts'
import { CopyButton } from './copy-button.tsx'
import { Fact } from './fact.tsx'
import { paidAmount } from './paid-amount.ts'
import { usePaymentContext } from './payment-context.ts'
import { AddressCode, CheckWords } from './address-code.tsx'

interface InvoiceFiguresProps {
  readonly payment: PaymentView
  /** The invoice's date; by default in the reader's time zone. */
  readonly date?: string
  /** By default that of a script, which can copy it. */
  readonly hash?: ReactNode
  /** Stands first. */
  readonly number?: ReactNode
  /** Stands behind the edition. */
  readonly price?: ReactNode
  /** The status of a refunded invoice; by default that of its payment. */
  readonly refunded?: string
  /** Additional figures. */
  readonly children?: ReactNode
}

/** The figures of an invoice. */
export function InvoiceFigures(props: InvoiceFiguresProps) {
  const { payment, number, price, children } = props
  const { texts, language, editionName } = usePaymentContext()
  const { invoice, status } = texts
  const { date = invoiceDate(payment, language), hash = <InvoiceHash payment={payment} /> } = props
  const isConfirmed = payment.status === 'confirmed'
  const unpaid = payment.status === 'refunded' ? (props.refunded ?? status.refunded) : status[payment.status]
  return (
    <dl className="pay-facts pay-facts-invoice">
      {number}
      <Fact label={invoice.id}>
        <Code>{payment.id}</Code>
      </Fact>
      <Fact label={invoice.date}>{date}</Fact>
      <Fact label={invoice.status}>{isConfirmed ? invoice.statusConfirmed : unpaid}</Fact>
      <Fact label={invoice.edition}>
        {editionName} × {formatCount(language, payment.quantity)}
      </Fact>
      {payment.discount === undefined ? null : (
        <Fact label={texts.discount.label}>
          {formatPrice(
            language,
            centsFromNumber(payment.discount, payment.currency) ?? cents(0),
            payment.currency,
          )}
        </Fact>
      )}
      {price}
      <Fact label={invoice.coin}>
        {coinName(texts, payment.cryptoType)} <Latin>({coinSymbol(payment.cryptoType)})</Latin>
      </Fact>
      <Fact label={invoice.network} className="pay-network">
        {networkName(texts, payment.cryptoNetwork)}
      </Fact>
      <Fact label={isConfirmed ? invoice.paid : texts.verification.amount}>
        <Latin>
          {isConfirmed
            ? paidAmount(payment.received, payment.cryptoAmount, payment.cryptoNetwork)
            : `${payment.cryptoAmount} ${coinSymbol(payment.cryptoType)}`}
        </Latin>
      </Fact>
      <Fact label={invoice.confirmations}>{formatCount(language, payment.blockchainConfirmations)}</Fact>
      <Fact label={invoice.address}>
        <AddressCode address={payment.paymentAddress} />
      </Fact>
      <Fact label={texts.address.checkWords}>
        <CheckWords address={payment.paymentAddress} />
      </Fact>
      <Fact label={invoice.hash}>{hash}</Fact>
      {children}
    </dl>
  )
}

function InvoiceHash({ payment }: { readonly payment: PaymentView }) {
  const { texts } = usePaymentContext()
  const hash = payment.transactionHash
  if (hash === null) return payment.status === 'confirmed' ? texts.invoice.byBalance : '–'
  const isLonger = hash.length > TRANSACTION_HASH_SHOWN_CHARS
  return (
    <span className="pay-fact-copy">
      <span className="pay-hash-short">
        <Code title={hash}>
          {hash.slice(0, TRANSACTION_HASH_SHOWN_CHARS)}
          {isLonger ? '…' : ''}
        </Code>
      </span>
      {/* printed in full: there is room, and no button to copy it with */}
      <span className="pay-hash-whole">
        <Code>{hash}</Code>
      </span>
      <CopyButton text={hash} label={texts.invoice.copyHash} done={texts.invoice.hashCopied} isCompact />
    </span>
  )
}

/** Formats the invoice's date in the reader's locale and time zone. */
function invoiceDate(payment: PaymentView, language: Language): string {
  const at = Date.parse(payment.confirmedAt ?? payment.createdAt)
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short' }).format(at)
}
