import type { ReactNode } from 'react'
import { TRANSACTION_HASH_SHOWN_CHARS } from '#shared/limits.ts'
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

/** The invoice's figures; the order page shows them as well. */
export function InvoiceFigures({ payment }: { readonly payment: PaymentView }) {
  const { texts, language, editionName } = useCheckout()
  const { invoice } = texts
  const isConfirmed = payment.status === 'confirmed'
  return (
    <dl className="pay-facts pay-facts-invoice">
      <Fact label={invoice.id}>
        <Code>{payment.id}</Code>
      </Fact>
      <Fact label={invoice.date}>{invoiceDate(payment, language)}</Fact>
      <Fact label={invoice.status}>
        {isConfirmed ? invoice.statusConfirmed : texts.status[payment.status]}
      </Fact>
      <Fact label={invoice.edition}>
        {editionName} × {formatCount(language, payment.quantity)}
      </Fact>
      <Fact label={invoice.coin}>
        {coinName(texts, payment.cryptoType)} <Latin>({coinSymbol(payment.cryptoType)})</Latin>
      </Fact>
      <Fact label={invoice.network}>{networkName(texts, payment.cryptoNetwork)}</Fact>
      <Fact label={isConfirmed ? invoice.paid : texts.verification.amount}>
        <Latin>
          {isConfirmed
            ? paidAmount(payment.received, payment.cryptoAmount, payment.cryptoNetwork)
            : `${payment.cryptoAmount} ${coinSymbol(payment.cryptoType)}`}
        </Latin>
      </Fact>
      <Fact label={invoice.confirmations}>{formatCount(language, payment.blockchainConfirmations)}</Fact>
      <Fact label={invoice.address}>
        <Code>{payment.paymentAddress}</Code>
      </Fact>
      <Fact label={invoice.hash}>
        <TransactionHash payment={payment} />
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
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
      <Code title={hash}>
        {hash.slice(0, TRANSACTION_HASH_SHOWN_CHARS)}
        {isLonger ? '…' : ''}
      </Code>
      <CopyButton text={hash} label={texts.invoice.copyHash} done={texts.invoice.hashCopied} isCompact />
    </span>
  )
}

/** Download and copy; the order page offers them as well. */
export function InvoiceActions({ payment }: { readonly payment: PaymentView }) {
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
    </div>
  )
}
