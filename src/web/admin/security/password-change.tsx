import { PASSWORD_MAX, PASSWORD_MIN } from '#shared/constants.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Form, SubmitButton } from '#web/admin/form.tsx'
import { HintedField } from '#web/admin/text-field.tsx'
import { useStaff } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { useTell } from '#web/admin/use-tell.ts'
import { changePassword } from './security-calls.ts'

/** Changes the password; asks for the current one. */
export function PasswordChange() {
  const { texts } = useAdmin()
  const { email } = useStaff()
  const words = texts.security
  const showToast = useToast()
  const tell = useTell()
  const change = async (form: HTMLFormElement) => {
    const given = new FormData(form)
    const [current, next] = [given.get('current'), given.get('next')] as [string, string]
    if (next.length < PASSWORD_MIN || next.length > PASSWORD_MAX) {
      showToast('bad', texts.errors.PASSWORD_INVALID)
      return
    }
    const outcome = await changePassword(current, next)
    if (tell(outcome, texts.errors.unknown, words.passwordChanged)) form.reset()
  }
  return (
    <Form
      className="card form"
      aria-labelledby="password-title"

      onSend={change}
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
      <HintedField
        label={words.newPassword}
        hint={words.passwordHint}
        name="next"
        type="password"
        dir="ltr"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
      />
      <SubmitButton>{words.changePassword}</SubmitButton>
    </Form>
  )
}
