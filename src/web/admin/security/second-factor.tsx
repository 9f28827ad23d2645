import { useState } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { Button } from '#web/admin/button.tsx'
import { useStaff } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import type { CallOutcome } from '#web/api/call-shop.ts'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { useReload } from '#web/admin/use-reload.ts'
import { PasswordModal } from './password-modal.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanModal } from './scan-modal.tsx'
import {
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
  type SecondFactorStart,
} from './security-calls.ts'

/** What the password is asked for. */
type PasswordUse = 'start' | 'stop' | 'codes'
type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'password'; readonly to: PasswordUse }
  | { readonly kind: 'scan'; readonly start: SecondFactorStart }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

const IDLE: Step = { kind: 'idle' }

/** Turns the authenticator app on and off and renews its recovery codes. Each action asks for the password. */
export function SecondFactor() {
  const { texts } = useAdmin()
  const { hasSecondFactor, hasAuthenticator } = useStaff()
  const words = texts.security
  const [step, setStep] = useState<Step>(IDLE)
  const off = hasSecondFactor ? texts.passkeys.instead : words.isOff
  const ask = (to: PasswordUse) => () => setStep({ kind: 'password', to })
  return (
    <Card id="factor-title" title={words.secondFactor} lead={hasAuthenticator ? words.isOn : off}>
      <div className="row">
        {hasSecondFactor ? <Button onClick={ask('codes')}>{words.newCodes}</Button> : null}
        {hasAuthenticator ? (
          <Button look="danger" onClick={ask('stop')}>
            {words.turnOff}
          </Button>
        ) : (
          <Button look={hasSecondFactor ? undefined : 'main'} onClick={ask('start')}>
            {words.turnOn}
          </Button>
        )}
      </div>
      <Steps step={step} onStep={setStep} />
    </Card>
  )
}

function Steps({ step, onStep }: { readonly step: Step; readonly onStep: (step: Step) => void }) {
  const admin = useAdmin()
  const { texts } = admin
  const words = texts.security
  const reload = useReload()
  const showToast = useToast()
  const close = () => onStep(IDLE)
  /** Goes on if a call succeeded; otherwise returns why not. */
  const after = <Reply,>(outcome: CallOutcome<Reply>, next: (reply: Reply) => void): string | null => {
    if (outcome.kind === 'failed') return describeFailure(admin, outcome, texts.errors.unknown)
    next(outcome.reply)
    return null
  }
  const withPassword = async (to: PasswordUse, password: string): Promise<string | null> => {
    if (to === 'start')
      return after(await startSecondFactor(password), (start) => onStep({ kind: 'scan', start }))
    if (to === 'codes')
      return after(await renewRecoveryCodes(password), ({ recoveryCodes: codes }) =>
        onStep({ kind: 'codes', codes }),
      )
    return after(await stopSecondFactor(password), () => {
      close()
      showToast('good', words.turnedOff)
      void reload('user')
    })
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
            // with a passkey there, its codes go on working
            const codes = step.start.recoveryCodes
            onStep(codes.length === 0 ? IDLE : { kind: 'codes', codes })
            showToast('good', words.turnedOn)
            void reload('user')
          }}
        />
      )
    case 'codes':
      return <RecoveryCodes codes={step.codes} onClose={close} />
  }
}
