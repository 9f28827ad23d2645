import type { ReactNode } from 'react'
import { TRANSACTION_HASH_SHOWN_CHARS } from '#shared/constants.ts'
import type { Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { formatCount } from '#texts/format.ts'
import { Code, Latin } from '#web/ui/fill-text.tsx'
import { coinName, coinSymbol, networkName } from './coin-names.ts'
import { CopyButton } from './copy-button.tsx'
import { paidAmount } from './paid-amount.ts'
import { usePaymentContext } from './payment-context.ts'
import { AddressCode, CheckWords } from './address-code.tsx'

interface InvoiceFiguresProps {
  readonly payment: PaymentView
  /** Additional figures. */
  readonly children?: ReactNode
}

/** The figures of an invoice. */
export function InvoiceFigures({ payment, children }: InvoiceFiguresProps) {
  const { texts, language, editionName } = usePaymentContext()
  const { invoice } = texts
  const isConfirmed = payment.status === 'confirmed'
  return (
    <dl className="pay-facts pay-facts-invoice">
      <InvoiceFact label={invoice.id}>
        <Code>{payment.id}</Code>
      </InvoiceFact>
      <InvoiceFact label={invoice.date}>{invoiceDate(payment, language)}</InvoiceFact>
      <InvoiceFact label={invoice.status}>
        {isConfirmed ? invoice.statusConfirmed : texts.status[payment.status]}
      </InvoiceFact>
      <InvoiceFact label={invoice.edition}>
        {editionName} × {formatCount(language, payment.quantity)}
      </InvoiceFact>
      <InvoiceFact label={invoice.coin}>
        {coinName(texts, payment.cryptoType)} <Latin>({coinSymbol(payment.cryptoType)})</Latin>
      </InvoiceFact>
      <InvoiceFact label={invoice.network}>{networkName(texts, payment.cryptoNetwork)}</InvoiceFact>
      <InvoiceFact label={isConfirmed ? invoice.paid : texts.verification.amount}>
        <Latin>
          {isConfirmed
            ? paidAmount(payment.received, payment.cryptoAmount, payment.cryptoNetwork)
            : `${payment.cryptoAmount} ${coinSymbol(payment.cryptoType)}`}
        </Latin>
      </InvoiceFact>
      <InvoiceFact label={invoice.confirmations}>
        {formatCount(language, payment.blockchainConfirmations)}
      </InvoiceFact>
      <InvoiceFact label={invoice.address}>
        <AddressCode address={payment.paymentAddress} />
      </InvoiceFact>
      <InvoiceFact label={texts.address.checkWords}>
        <CheckWords address={payment.paymentAddress} />
      </InvoiceFact>
      <InvoiceFact label={invoice.hash}>
        <TransactionHash payment={payment} />
      </InvoiceFact>
      {children}
    </dl>
  )
}

export function InvoiceFact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function TransactionHash({ payment }: { readonly payment: PaymentView }) {
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
