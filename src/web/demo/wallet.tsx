import { useEffect, useState } from 'react'
import type { PaymentRow } from '#shared/api.ts'
import type { Language } from '#shared/languages.ts'
import { railOf } from '#shared/rails.ts'
import { callShop, readShop } from '#web/api/call-shop.ts'
import { readStoredPayment } from '#web/checkout/stored-payment.ts'
import { fill, formatCount } from '#web/i18n/format.ts'
import type { Dictionary } from '#web/i18n/dictionary.ts'
import { useLive } from '#web/live/use-live.ts'
import { halfOf, onWrongNetwork, withWrongToken, type WalletPayment } from './wallet-moves.ts'

interface DemoProps {
  readonly language: Language
  readonly texts: Dictionary['demo']
}

interface Said {
  readonly text: string
  readonly hasFailed: boolean
}

/** The demo's wallet: pays an order on the simulated chains, rightly or wrongly, and moves the chains. */
export function Wallet({ language, texts }: DemoProps) {
  const [id, setId] = useState(firstId)
  const [payment, setPayment] = useState<PaymentRow | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const show = async (paymentId: string) => {
    if (paymentId === '') return
    const outcome = await readShop<PaymentRow>(`/data/payments/${encodeURIComponent(paymentId)}`)
    if (outcome.kind === 'ok') setPayment(outcome.reply)
    else setSaid({ text: texts.notFound, hasFailed: true })
  }
  useEffect(() => {
    void show(firstId())
  }, [])
  useLive(payment === null ? null : `payment:${payment.id}`, () => {
    if (payment !== null) void show(payment.id)
  })
  const call = async (path: string, body: object) => {
    const outcome = await callShop<{ txHash?: string }>(path, body)
    if (outcome.kind === 'failed') {
      setSaid({ text: fill(texts.failed, { reason: outcome.error }), hasFailed: true })
      return
    }
    const hash = outcome.reply.txHash
    setSaid({ text: hash === undefined ? texts.isDone : fill(texts.isSent, { hash }), hasFailed: false })
    if (payment !== null) await show(payment.id)
  }
  return (
    <div className="demo">
      <h1>{texts.walletTitle}</h1>
      <p className="demo-lead">{texts.walletLead}</p>
      <form
        className="demo-find"
        onSubmit={(event) => {
          event.preventDefault()
          setSaid(null)
          void show(id.trim())
        }}
      >
        <label>
          {texts.paymentId}
          <input
            value={id}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setId(event.target.value)
            }}
          />
        </label>
        <button type="submit" className="button button-quiet">
          {texts.show}
        </button>
      </form>
      {payment === null ? null : (
        <section className="panel" aria-label={payment.id}>
          <Facts language={language} texts={texts} payment={payment} />
          <Moves texts={texts} payment={payment} onMove={(path, body) => void call(path, body)} />
        </section>
      )}
      <p className="demo-said" role="status" data-failed={said?.hasFailed === true || undefined}>
        {said?.text}
      </p>
    </div>
  )
}

function firstId(): string {
  return new URLSearchParams(location.search).get('payment') ?? readStoredPayment()?.paymentId ?? ''
}

interface FactsProps extends DemoProps {
  readonly payment: PaymentRow
}

function Facts({ language, texts, payment }: FactsProps) {
  const { symbol } = railOf(payment.crypto_network)
  const confirmations = [payment.blockchain_confirmations, payment.required_confirmations]
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
        <bdi dir="ltr">{payment.crypto_network}</bdi>
      </dd>
      <dt>{texts.address}</dt>
      <dd>
        <code dir="ltr">{payment.payment_address}</code>
      </dd>
      <dt>{texts.confirmations}</dt>
      <dd>{confirmations.map((count) => formatCount(language, count)).join(' / ')}</dd>
    </dl>
  )
}

interface MovesProps {
  readonly texts: Dictionary['demo']
  readonly payment: PaymentRow
  readonly onMove: (path: string, body: object) => void
}

const BLOCKS_TO_REORGANISE = 3

function Moves({ texts, payment, onMove }: MovesProps) {
  const network = payment.crypto_network
  const pay = (body: WalletPayment | null) => {
    if (body !== null) onMove('/demo/wallet/pay', body)
  }
  const wrongNetwork = onWrongNetwork(payment)
  const wrongToken = withWrongToken(payment)
  const isLate = useIsPast(payment.expires_at)
  const moves: readonly [label: string, isOff: boolean, act: () => void][] = [
    [
      texts.pay,
      isLate,
      () => {
        pay({ paymentId: payment.id })
      },
    ],
    [
      texts.payLess,
      false,
      () => {
        pay(halfOf(payment))
      },
    ],
    [
      texts.payLate,
      !isLate,
      () => {
        pay({ paymentId: payment.id })
      },
    ],
    [
      texts.payWrongNetwork,
      wrongNetwork === null,
      () => {
        pay(wrongNetwork)
      },
    ],
    [
      texts.payWrongToken,
      wrongToken === null,
      () => {
        pay(wrongToken)
      },
    ],
    [
      texts.mine,
      false,
      () => {
        onMove('/demo/wallet/mine', { network, blocks: 1 })
      },
    ],
    [
      texts.reorganise,
      false,
      () => {
        onMove('/demo/wallet/reorg', { network, depth: BLOCKS_TO_REORGANISE })
      },
    ],
  ]
  return (
    <>
      <div className="demo-actions">
        {moves.map(([label, isOff, act], index) => (
          <button
            key={label}
            type="button"
            className={index === 0 ? 'button' : 'button button-quiet'}
            disabled={isOff}
            onClick={act}
          >
            {label}
          </button>
        ))}
      </div>
      {isLate ? null : <p className="demo-hint">{texts.lateHint}</p>}
    </>
  )
}

/** Whether a moment has passed; turns by itself when it does. */
function useIsPast(at: string): boolean {
  const [passed, setPassed] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setPassed(at)
      },
      Math.max(0, Date.parse(at) - Date.now()),
    )
    return () => {
      clearTimeout(timer)
    }
  }, [at])
  return passed === at
}
