import { fill } from '#texts/format.ts'
import { useAdmin } from './admin-context.ts'
import { Button } from './button.tsx'
import { callAdmin } from './call-admin.ts'
import { LanguageChoice } from './language-choice.tsx'
import { signOut } from './session-end.ts'
import type { Staff } from './staff-context.ts'
import { useToast } from './toasts.tsx'
import { useBusy } from './use-busy.ts'
import { useReload } from './use-reload.ts'

interface AccessDeniedProps {
  readonly user: Staff
  /** Whether staff may grant themselves a role, for testing. */
  readonly canGrant: boolean
}

/** Shown to a signed-in user without a role. */
export function AccessDenied({ user, canGrant }: AccessDeniedProps) {
  const { texts } = useAdmin()
  const { denied, shell } = texts
  return (
    <main className="denied">
      <section className="card denied-card">
        <svg viewBox="0 0 24 24" width="48" height="48" aria-hidden="true" className="sign sign-bad">
          <path d="M12 3 4 6v6c0 4.6 3.3 8 8 9 4.7-1 8-4.4 8-9V6l-8-3Z" />
          <path d="m9 9.5 6 6m0-6-6 6" />
        </svg>
        <h1>{denied.title}</h1>
        <p>{fill(denied.text, { email: `\u2068${user.email}\u2069` })}</p>
        <div className="row row-center">
          <a className="act act-main" href="/">
            {denied.home}
          </a>
          {canGrant ? <GrantButton userId={user.id} /> : null}
          <Button onClick={signOut}>{shell.signOut}</Button>
        </div>
        <LanguageChoice />
      </section>
    </main>
  )
}

function GrantButton({ userId }: { readonly userId: string }) {
  const { denied } = useAdmin().texts
  const reload = useReload()
  const showToast = useToast()
  const [isBusy, run] = useBusy()
  const grant = async () => {
    const outcome = await callAdmin('POST', '/data/user-roles', { user_id: userId, role: 'admin' })
    if (outcome.kind === 'ok') showToast('good', denied.granted)
    else if (outcome.code === '23505') showToast('info', denied.already)
    else showToast('bad', denied.failed)
    void reload('user')
  }
  return (
    <Button isBusy={isBusy} onClick={() => run(grant)}>
      {denied.grant}
    </Button>
  )
}
