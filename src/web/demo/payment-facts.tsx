import type { Language } from '#shared/languages.ts'
import { railOf } from '#shared/rails.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { formatCount } from '#texts/format.ts'

interface PaymentFactsProps {
  readonly language: Language
  readonly texts: SiteTexts['demo']
  readonly payment: PaymentView
}

/** The figures that a wallet needs of a payment. */
export function PaymentFacts({ language, texts, payment }: PaymentFactsProps) {
  const { symbol } = railOf(payment.cryptoNetwork)
  const confirmations = [payment.blockchainConfirmations, payment.requiredConfirmations]
  return (
    <dl>
      <dt>{texts.status}</dt>
      <dd>
        <code dir="ltr">{[payment.status, ...payment.flags].join(', ')}</code>
      </dd>
      <dt>{texts.due}</dt>
      <dd>
        <bdi dir="ltr">
          {payment.remaining} {symbol}
        </bdi>
      </dd>
      <dt>{texts.received}</dt>
      <dd>
        <bdi dir="ltr">
          {payment.received} {symbol}
        </bdi>
      </dd>
      <dt>{texts.network}</dt>
      <dd>
        <bdi dir="ltr">{payment.cryptoNetwork}</bdi>
      </dd>
      <dt>{texts.address}</dt>
      <dd>
        <code dir="ltr">{payment.paymentAddress}</code>
      </dd>
      <dt>{texts.confirmations}</dt>
      <dd>{confirmations.map((count) => formatCount(language, count)).join(' / ')}</dd>
    </dl>
  )
}
