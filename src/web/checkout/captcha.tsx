import { useEffect, useEffectEvent, useRef } from 'react'
import { CAPTCHA_LENGTH } from '#shared/constants.ts'
import type { CaptchaEvent, CaptchaMessage, CaptchaState } from './captcha-state.ts'
import { QuietButton } from '#web/ui/quiet-button.tsx'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { CheckIcon } from '#web/ui/line-icon.tsx'
import { Field } from '#web/ui/field.tsx'
import { useIsHydrating } from '#web/ui/use-is-hydrating.ts'
import { useCaptcha } from './use-captcha.ts'

interface CaptchaProps {
  /** Why verification is required again; null the first time. */
  readonly message: CaptchaMessage | null
  readonly onPassed: (isPassed: boolean) => void
}

/** The security verification: six characters to read, or a proof of work instead. */
export function Captcha({ message, onPassed }: CaptchaProps) {
  const { texts } = usePaymentContext()
  const [state, dispatch] = useCaptcha(message)
  const isPassed = state.kind === 'passed'
  const report = useEffectEvent(onPassed)
  useEffect(() => report(isPassed), [isPassed])
  return (
    <fieldset className="pay-picker pay-captcha">
      <legend>{texts.captcha.legend}</legend>
      <p className="pay-captcha-message" role="alert">
        {messageOf(state) === null ? '' : texts.captcha[messageOf(state) ?? 'failed']}
      </p>
      <CaptchaBody state={state} dispatch={dispatch} />
      <p className="pay-captcha-passed" role="status" tabIndex={-1}>
        {isPassed ? (
          <>
            <CheckIcon /> {texts.captcha.passed}
          </>
        ) : null}
      </p>
    </fieldset>
  )
}

function messageOf(state: CaptchaState): CaptchaMessage | null {
  return state.kind === 'loading' || state.kind === 'shown' || state.kind === 'stuck' ? state.message : null
}

interface BodyProps {
  readonly state: CaptchaState
  readonly dispatch: (event: CaptchaEvent) => void
}

function CaptchaBody({ state, dispatch }: BodyProps) {
  const { texts } = usePaymentContext()
  const isHydrating = useIsHydrating()
  if (state.kind === 'passed') return null
  if (state.kind === 'working') return <ProofOfWork share={state.share} dispatch={dispatch} />
  return (
    <>
      <Picture state={state} />
      <CodeField state={state} dispatch={dispatch} />
      <div className="pay-captcha-actions">
        <QuietButton disabled={isHydrating} onClick={() => dispatch({ kind: 'refresh' })}>
          {texts.captcha.refresh}
        </QuietButton>
        <QuietButton disabled={isHydrating} onClick={() => dispatch({ kind: 'cannotRead' })}>
          {texts.captcha.unreadable}
        </QuietButton>
      </div>
    </>
  )
}

function Picture({ state }: { readonly state: CaptchaState }) {
  const { texts } = usePaymentContext()
  if (state.kind === 'shown' || state.kind === 'checking') {
    return (
      <img
        className="pay-captcha-image"
        src={state.picture.image}
        alt={texts.captcha.image}
        width="280"
        height="90"
      />
    )
  }
  return (
    <p className="pay-captcha-image pay-captcha-blank">
      {state.kind === 'loading' ? texts.captcha.loading : ''}
    </p>
  )
}

function CodeField({ state, dispatch }: BodyProps) {
  const { texts } = usePaymentContext()
  const field = useRef<HTMLInputElement>(null)
  const isRefused = state.kind === 'shown' && state.message === 'failed'
  useEffect(() => {
    // Returns the focus to the field for the next attempt, but only after a failed one.
    if (isRefused) field.current?.focus()
  }, [isRefused])
  return (
    <Field
      ref={field}
      label={texts.captcha.input}
      hint={state.kind === 'checking' ? texts.captcha.checking : texts.captcha.hint}
      fault={null}
      className="pay-captcha-code"
      dir="ltr"
      value={state.kind === 'shown' || state.kind === 'checking' ? state.typed : ''}
      readOnly={state.kind !== 'shown'}
      onChange={(event) => dispatch({ kind: 'typed', text: event.target.value })}
      onKeyDown={(event) => {
        // Enter here must not submit the order.
        if (event.key === 'Enter') event.preventDefault()
      }}
      // Pasted text may contain spaces; the reducer truncates it.
      maxLength={CAPTCHA_LENGTH * 2}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
    />
  )
}

function ProofOfWork({
  share,
  dispatch,
}: {
  readonly share: number
  readonly dispatch: BodyProps['dispatch']
}) {
  const { texts } = usePaymentContext()
  return (
    <div className="pay-captcha-work">
      <p role="status">{texts.captcha.working}</p>
      <progress max={1} value={share} aria-label={texts.captcha.workProgress} />
      <QuietButton onClick={() => dispatch({ kind: 'refresh' })}>{texts.captcha.cancelWork}</QuietButton>
    </div>
  )
}
