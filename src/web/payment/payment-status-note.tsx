import { expectedWaitS } from '#shared/expected-wait.ts'
import { railOf } from '#shared/rails.ts'
import { fill, formatCount, plural } from '#texts/format.ts'
import type { Language } from '#shared/languages.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from './payment-context.ts'
import { amountText, networkName } from './coin-names.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { explainPayment } from './explain-payment.ts'

interface PaymentStatusNoteProps {
  readonly payment: PaymentView
  readonly isWindowOver: boolean
  readonly hasHeadline?: boolean
  /** The payment's chain is not read at the moment. */
  readonly isUnread?: boolean
}

/** Explains a payment's status and what happens next, with the confirmations it waits for. */
export function PaymentStatusNote(props: PaymentStatusNoteProps) {
  const { payment, isWindowOver, hasHeadline = true, isUnread = false } = props
  const { texts, language } = usePaymentContext()
  const { headline, notes } = explainPayment(payment, isWindowOver)
  const values = {
    received: <Latin>{amountText(payment.received, payment.cryptoNetwork)}</Latin>,
    remaining: <Latin>{amountText(payment.remaining, payment.cryptoNetwork)}</Latin>,
    network: <bdi className="pay-network">{networkName(texts, payment.cryptoNetwork)}</bdi>,
    coin: <Latin>{railOf(payment.cryptoNetwork).symbol}</Latin>,
  }
  const wait = payment.status === 'detected' ? waitText(payment, texts.verification, language) : null
  return (
    <div className="pay-story">
      {hasHeadline ? <p className="pay-story-headline">{texts.status[headline]}</p> : null}
      {payment.status === 'detected' ? <Confirmations payment={payment} /> : null}
      {wait === null ? null : <p>{wait}</p>}
      {notes.map((note) => (
        <p key={note}>
          <FillText text={texts.note[note]} values={values} />
        </p>
      ))}
      {isUnread ? <p>{texts.note.unread}</p> : null}
    </div>
  )
}

const MINUTE_S = 60

/** About how long the confirmation takes from now; null if it could be at any moment. */
function waitText(
  payment: PaymentView,
  words: SiteTexts['checkout']['verification'],
  language: Language,
): string | null {
  const waitS = expectedWaitS(payment)
  if (waitS === null) return null
  return waitS < MINUTE_S
    ? words.underMinute
    : plural(language, words.aboutMinutes, Math.ceil(waitS / MINUTE_S))
}

function Confirmations({ payment }: { readonly payment: PaymentView }) {
  const { texts, language } = usePaymentContext()
  const { blockchainConfirmations: count, requiredConfirmations: required } = payment
  if (required === 0) return null
  const shown = Math.min(count, required)
  const words = fill(texts.verification.confirmationsOf, {
    count: formatCount(language, shown),
    required: formatCount(language, required),
  })
  return (
    <p className="pay-confirmations">
      <span>
        {texts.verification.confirmations}
        {texts.address.colon} {words}
      </span>
      <progress max={required} value={shown} aria-label={texts.verification.confirmations} />
    </p>
  )
}
