import { useState, type SubmitEvent } from 'react'
import { PASSWORD_MAX, PASSWORD_MIN } from '#shared/constants.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { LabelledInput } from '#web/admin/labelled-input.tsx'
import { useStaff } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { changePassword } from './security-calls.ts'

/** Changes the password; asks for the current one. */
export function PasswordChange() {
  const { texts } = useAdmin()
  const { email } = useStaff()
  const words = texts.security
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const change = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const [current, next] = [given.get('current'), given.get('next')] as [string, string]
    if (next.length < PASSWORD_MIN || next.length > PASSWORD_MAX) {
      showToast('bad', texts.errors.PASSWORD_INVALID)
      return
    }
    setIsBusy(true)
    const outcome = await changePassword(current, next)
    setIsBusy(false)
    if (outcome.kind === 'failed') {
      showToast('bad', describeFailure(texts, outcome, texts.errors.unknown))
      return
    }
    form.reset()
    showToast('good', words.passwordChanged)
  }
  return (
    <form
      className="card form"
      aria-labelledby="password-title"
      noValidate
      onSubmit={(event) => {
        void change(event)
      }}
    >
      <h3 id="password-title">{words.password}</h3>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <label className="field">
        <span>{words.currentPassword}</span>
        <input
          name="current"
          type="password"
          dir="ltr"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
        />
      </label>
      <LabelledInput
        label={words.newPassword}
        hint={words.passwordHint}
        name="next"
        type="password"
        dir="ltr"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
      />
      <button type="submit" className="act act-main" aria-busy={isBusy} disabled={isBusy}>
        {words.changePassword}
      </button>
    </form>
  )
}
