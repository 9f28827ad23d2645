import type { ReactNode } from 'react'
import { TRANSACTION_HASH_SHOWN_CHARS } from '#shared/constants.ts'
import { formatCount, plural } from '#web/i18n/format.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { useCheckout } from './checkout-context.ts'
import { coinName, coinSymbol, networkName } from './coin-names.ts'
import { CheckSign, CopyButton } from './copy-button.tsx'
import { downloadFile } from './download-file.ts'
import { Code, FillText, Latin } from './fill-text.tsx'
import { invoiceDate } from './invoice-date.ts'
import { paidAmount } from './paid-amount.ts'
import { paymentStory } from './payment-story.ts'
import { StepHeading } from './step-heading.tsx'

interface InvoiceScreenProps {
  readonly payment: PaymentView
  /** Where the keys went; null where this browser may not know. */
  readonly email: string | null
  readonly onClose: () => void
}

/** The confirmed invoice. */
export function InvoiceScreen({ payment, email, onClose }: InvoiceScreenProps) {
  const { texts } = useCheckout()
  return (
    <section className="pay-invoice">
      <div className="pay-banner">
        <span className="pay-banner-sign">
          <CheckSign />
        </span>
        <StepHeading>{texts.invoice.title}</StepHeading>
        <p className="pay-badge pay-badge-verified">{texts.invoice.badge}</p>
      </div>
      <WhereKeysWent payment={payment} email={email} />
      <InvoiceFigures payment={payment} />
      <InvoiceActions payment={payment} />
      <button type="button" className="button pay-button-wide" onClick={onClose}>
        {texts.close}
      </button>
    </section>
  )
}

function WhereKeysWent({ payment, email }: Omit<InvoiceScreenProps, 'onClose'>) {
  const { texts, language } = useCheckout()
  const { invoice } = texts
  const { notes } = paymentStory(payment.status, payment.flags, true)
  const isWaiting = payment.flags.includes('awaiting_keys')
  const sent = plural(language, email === null ? invoice.keysSentUnknown : invoice.keysSent, payment.quantity)
  return (
    <div className="pay-keys-note">
      {isWaiting ? null : (
        <p>
          <FillText text={sent} values={{ email: <Latin>{email}</Latin> }} /> {invoice.keysOnPage}
        </p>
      )}
      {notes.map((note) => (
        <p key={note}>{texts.note[note]}</p>
      ))}
      <p>
        <a href={`/order/${payment.id}?lang=${language}`}>{invoice.orderPage}</a>
      </p>
    </div>
  )
}

interface InvoiceFiguresProps {
  readonly payment: PaymentView
  /** Further figures. */
  readonly children?: ReactNode
}

/** The invoice's figures; the order page shows them as well. */
export function InvoiceFigures({ payment, children }: InvoiceFiguresProps) {
  const { texts, language, editionName } = useCheckout()
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
        <Code>{payment.paymentAddress}</Code>
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
  const { texts } = useCheckout()
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
      {/* paper has room for all of it, and no button to copy it with */}
      <span className="pay-hash-whole">
        <Code>{hash}</Code>
      </span>
      <CopyButton text={hash} label={texts.invoice.copyHash} done={texts.invoice.hashCopied} isCompact />
    </span>
  )
}

/** Download and copy; the order page offers them as well. */
export function InvoiceActions({ payment, children }: InvoiceFiguresProps) {
  const { texts, language, announce } = useCheckout()
  const { invoice } = texts
  return (
    <div className="pay-invoice-actions">
      <button
        type="button"
        className="button button-quiet button-small"
        onClick={() => {
          downloadFile(`/order/${payment.id}/invoice.txt?lang=${language}`)
          announce(invoice.downloaded)
        }}
      >
        {invoice.download}
      </button>
      <CopyButton text={payment.id} label={invoice.copyId} done={texts.verification.invoiceIdCopied} />
      {children}
    </div>
  )
}
