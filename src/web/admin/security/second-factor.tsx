import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { USER_QUERY } from '#web/admin/admin-queries.ts'
import { useStaff } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import type { CallFailure } from '#web/api/call-shop.ts'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { PasswordModal } from './password-modal.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanModal } from './scan-modal.tsx'
import {
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
  type SecondFactorStart,
} from './security-calls.ts'

type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'password'; readonly to: 'start' | 'stop' | 'codes' }
  | { readonly kind: 'scan'; readonly start: SecondFactorStart }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

const IDLE: Step = { kind: 'idle' }

/** Turns the second factor on and off and renews its recovery codes. Each action asks for the password. */
export function SecondFactor() {
  const { texts } = useAdmin()
  const { hasSecondFactor } = useStaff()
  const words = texts.security
  const [step, setStep] = useState<Step>(IDLE)
  const ask = (to: 'start' | 'stop' | 'codes') => () => {
    setStep({ kind: 'password', to })
  }
  return (
    <section className="card stack" aria-labelledby="factor-title">
      <h3 id="factor-title">{words.secondFactor}</h3>
      <p className="lead">{hasSecondFactor ? words.isOn : words.isOff}</p>
      <div className="row">
        {hasSecondFactor ? (
          <>
            <button type="button" className="act" onClick={ask('codes')}>
              {words.newCodes}
            </button>
            <button type="button" className="act act-danger" onClick={ask('stop')}>
              {words.turnOff}
            </button>
          </>
        ) : (
          <button type="button" className="act act-main" onClick={ask('start')}>
            {words.turnOn}
          </button>
        )}
      </div>
      <Steps step={step} onStep={setStep} />
    </section>
  )
}

function Steps({ step, onStep }: { readonly step: Step; readonly onStep: (step: Step) => void }) {
  const { texts } = useAdmin()
  const words = texts.security
  const queries = useQueryClient()
  const showToast = useToast()
  const close = () => {
    onStep(IDLE)
  }
  const describe = (failure: CallFailure) => describeFailure(texts, failure, texts.errors.unknown)
  const withPassword = async (to: 'start' | 'stop' | 'codes', password: string): Promise<string | null> => {
    if (to === 'start') {
      const outcome = await startSecondFactor(password)
      if (outcome.kind === 'failed') return describe(outcome)
      onStep({ kind: 'scan', start: outcome.reply })
      return null
    }
    if (to === 'codes') {
      const outcome = await renewRecoveryCodes(password)
      if (outcome.kind === 'failed') return describe(outcome)
      onStep({ kind: 'codes', codes: outcome.reply.recoveryCodes })
      return null
    }
    const outcome = await stopSecondFactor(password)
    if (outcome.kind === 'failed') return describe(outcome)
    close()
    showToast('good', words.turnedOff)
    void queries.invalidateQueries({ queryKey: USER_QUERY })
    return null
  }
  switch (step.kind) {
    case 'idle':
      return null
    case 'password':
      return <PasswordModal onPassword={(password) => withPassword(step.to, password)} onClose={close} />
    case 'scan':
      return (
        <ScanModal
          totpUri={step.start.totpUri}
          onClose={close}
          onConfirmed={() => {
            onStep({ kind: 'codes', codes: step.start.recoveryCodes })
            showToast('good', words.turnedOn)
            void queries.invalidateQueries({ queryKey: USER_QUERY })
          }}
        />
      )
    case 'codes':
      return <RecoveryCodes codes={step.codes} onClose={close} />
  }
}
