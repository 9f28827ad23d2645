import { useState } from 'react'
import type { Language } from '#shared/languages.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { callShop } from '#web/api/call-shop.ts'
import { readStoredPayment } from '#web/payment/stored-payment.ts'
import { usePayment } from '#web/payment/use-payment.ts'
import { fill, formatCount } from '#texts/format.ts'
import { DemoTrouble } from './demo-trouble.tsx'
import { MoveButtons } from './move-buttons.tsx'
import { railOf } from '#shared/rails.ts'
import type { PaymentView } from '#web/api/payment-view.ts'

interface DemoWalletProps {
  readonly language: Language
  readonly texts: SiteTexts['demo']
  /** Stands between a label and its value. */
  readonly colon: string
}

/** The demo's wallet: pays an order on the simulated chains, correctly or incorrectly, and advances the chains. */
export function DemoWallet({ language, texts, colon }: DemoWalletProps) {
  const [typedId, setTypedId] = useState(firstId)
  const [shownId, setShownId] = useState(firstId)
  const { payment, isMissing, reread } = usePayment(shownId === '' ? null : shownId)
  const [result, setResult] = useState<{ readonly text: string; readonly hasFailed: boolean } | null>(null)
  const shownResult = isMissing ? { text: texts.notFound, hasFailed: true } : result
  const move = async (path: string, body: object) => {
    const outcome = await callShop<{ txHash?: string }>(path, body)
    if (outcome.kind === 'failed') {
      setResult({ text: fill(texts.failed, { reason: outcome.error }), hasFailed: true })
      return
    }
    const hash = outcome.reply.txHash
    setResult({ text: hash === undefined ? texts.isDone : fill(texts.isSent, { hash }), hasFailed: false })
    reread()
  }
  return (
    <div className="demo">
      <h1>{texts.walletTitle}</h1>
      <p className="demo-lead">{texts.walletLead}</p>
      <form
        className="demo-find"
        onSubmit={(event) => {
          event.preventDefault()
          setResult(null)
          setShownId(typedId.trim())
        }}
      >
        <label>
          {texts.paymentId}
          <input
            value={typedId}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTypedId(event.target.value)}
          />
        </label>
        <button type="submit" className="button button-quiet">
          {texts.show}
        </button>
      </form>
      {payment === null ? null : (
        <section className="panel" aria-label={payment.id}>
          <PaymentFacts language={language} texts={texts} payment={payment} />
          <MoveButtons texts={texts} payment={payment} onMove={(path, body) => void move(path, body)} />
          <DemoTrouble language={language} texts={texts} colon={colon} payment={payment} onMove={move} />
        </section>
      )}
      <p className="demo-said" role="status" data-failed={shownResult?.hasFailed === true || undefined}>
        {shownResult?.text}
      </p>
    </div>
  )
}

/** Returns the payment id in the URL, or else of this browser's unfinished payment. */
function firstId(): string {
  return new URLSearchParams(location.search).get('payment') ?? readStoredPayment()?.paymentId ?? ''
}

interface PaymentFactsProps {
  readonly language: Language
  readonly texts: SiteTexts['demo']
  readonly payment: PaymentView
}

/** The figures that a wallet needs of a payment. */
function PaymentFacts({ language, texts, payment }: PaymentFactsProps) {
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
