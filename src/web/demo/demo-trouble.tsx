import { useQuery, useQueryClient } from '@tanstack/react-query'
import { walletKindOf } from '#shared/chains.ts'
import { contractOf } from '#shared/assets.ts'
import { DEMO_FAULTS, DEMO_MOMENTS, type DemoStateReply } from '#shared/demo-wallet-api.ts'
import type { Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'
import { railOf } from '#shared/rails.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { fill } from '#texts/format.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { readOrThrow } from '#web/api/query-client.ts'
import { twiceOf } from './wallet-moves.ts'

interface DemoTroubleProps {
  readonly language: Language
  readonly texts: SiteTexts['demo']
  readonly colon: string
  readonly payment: PaymentView
  readonly onMove: (path: string, body: object) => Promise<void>
}

const STATE = ['demo-state'] as const

/** The clock of the demo, and the faults that its chains, its issuers and its mail server can have. */
export function DemoTrouble({ language, texts, colon, payment, onMove }: DemoTroubleProps) {
  const words = texts.trouble
  const queries = useQueryClient()
  const state = useQuery({
    queryKey: STATE,
    queryFn: ({ signal }) => readOrThrow<DemoStateReply>('/demo/wallet/state', { signal }),
  })
  const act = async (path: string, body: object) => {
    await onMove(`/demo/wallet/${path}`, body)
    await queries.invalidateQueries({ queryKey: STATE })
  }
  const network = payment.cryptoNetwork
  return (
    <>
      <ClockButtons language={language} texts={words} state={state.data} onAct={act} />
      <section aria-labelledby="demo-faults" className="demo-group">
        <h2 id="demo-faults">{fill(words.faultsTitle, { network: `\u2068${network}\u2069` })}</h2>
        <p className="demo-hint">{words.faultsLead}</p>
        <div className="demo-actions">
          {DEMO_FAULTS.map((fault) => (
            <MoveButton
              key={fault}
              label={words.faults[fault]}
              onAct={() => act('fault', { network, fault })}
            />
          ))}
          <MoveButton label={words.mailStop} onAct={() => act('mail', { isStopped: true })} />
        </div>
        <p className="demo-hint" role="status">
          {state.data === undefined ? null : activeFaults(state.data, words, colon)}
        </p>
        <div className="demo-actions">
          <button type="button" className="button" onClick={() => void act('recover', {})}>
            {words.recover}
          </button>
        </div>
      </section>
      <MoneyButtons texts={words} payment={payment} onAct={act} />
    </>
  )
}

type Words = SiteTexts['demo']['trouble']
type Act = (path: string, body: object) => Promise<void>

interface MoveButtonProps {
  readonly label: string
  readonly onAct: () => Promise<void>
  readonly isOff?: boolean
}

function MoveButton({ label, onAct, isOff = false }: MoveButtonProps) {
  return (
    <button type="button" className="button button-quiet" disabled={isOff} onClick={() => void onAct()}>
      {label}
    </button>
  )
}

interface ClockButtonsProps {
  readonly language: Language
  readonly texts: Words
  readonly state: DemoStateReply | undefined
  readonly onAct: Act
}

function ClockButtons({ language, texts, state, onAct }: ClockButtonsProps) {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' })
  const isReleased = state === undefined || state.now >= state.releaseAt
  return (
    <section aria-labelledby="demo-clock" className="demo-group">
      <h2 id="demo-clock">{texts.clock}</h2>
      <p role="status">
        {state === undefined ? null : fill(texts.clockNow, { time: format.format(new Date(state.now)) })}
      </p>
      <p className="demo-hint">{texts.clockLead}</p>
      <div className="demo-actions">
        {DEMO_MOMENTS.map((to) => (
          <MoveButton
            key={to}
            label={texts.moments[to]}
            isOff={to === 'release' && isReleased}
            onAct={() => onAct('clock', { to })}
          />
        ))}
      </div>
    </section>
  )
}

interface MoneyButtonsProps {
  readonly texts: Words
  readonly payment: PaymentView
  readonly onAct: Act
}

function MoneyButtons({ texts, payment, onAct }: MoneyButtonsProps) {
  const rail = railOf(payment.cryptoNetwork)
  const { id: paymentId } = payment
  const hasMempool = walletKindOf(rail.chain).spendsOutputs
  const canFreeze = (contractOf(rail.chain, rail.asset)?.freezeSelector ?? null) !== null
  return (
    <section aria-labelledby="demo-money" className="demo-group">
      <h2 id="demo-money">{texts.moneyTitle}</h2>
      <div className="demo-actions">
        <MoveButton label={texts.payMore} onAct={() => onAct('pay', twiceOf(payment))} />
        <MoveButton label={texts.invent} onAct={() => onAct('invent', { paymentId })} />
        {hasMempool
          ? (['replaced', 'dropped'] as const).map((as) => (
              <MoveButton key={as} label={texts[as]} onAct={() => onAct('unconfirmed', { paymentId, as })} />
            ))
          : null}
        {canFreeze ? (
          <>
            <MoveButton
              label={texts.freezePayment}
              onAct={() => onAct('freeze', { paymentId, which: 'payment' })}
            />
            <MoveButton
              label={texts.freezeRefund}
              onAct={() => onAct('freeze', { paymentId, which: 'refund' })}
            />
          </>
        ) : null}
      </div>
      {hasMempool ? <p className="demo-hint">{texts.unconfirmedHint}</p> : null}
    </section>
  )
}

function activeFaults({ faults, isMailStopped }: DemoStateReply, words: Words, colon: string): string {
  const active = [
    ...faults.map(({ chain, fault }) => `\u2068${chain}\u2069${colon} ${words.faults[fault]}`),
    ...(isMailStopped ? [words.mailStopped] : []),
  ]
  return active.length === 0 ? words.noFault : fill(words.active, { faults: active.join(' · ') })
}
