import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fill } from '#texts/format.ts'
import { useAdmin } from './admin-context.ts'
import { callAdmin } from './call-admin.ts'
import { USER_QUERY } from './admin-queries.ts'
import { LanguageChoice } from './language-choice.tsx'
import { signOut } from './session-end.ts'
import type { Staff } from './staff-context.ts'
import { useToast } from './toasts.tsx'

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
          <button
            type="button"
            className="act"
            onClick={() => {
              void signOut()
            }}
          >
            {shell.signOut}
          </button>
        </div>
        <LanguageChoice />
      </section>
    </main>
  )
}

function GrantButton({ userId }: { readonly userId: string }) {
  const { texts } = useAdmin()
  const queries = useQueryClient()
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const grant = async () => {
    setIsBusy(true)
    const outcome = await callAdmin('POST', '/data/user-roles', { user_id: userId, role: 'admin' })
    if (outcome.kind === 'ok') showToast('good', texts.denied.granted)
    else if (outcome.code === '23505') showToast('info', texts.denied.already)
    else showToast('bad', texts.denied.failed)
    setIsBusy(false)
    await queries.invalidateQueries({ queryKey: USER_QUERY })
  }
  return (
    <button
      type="button"
      className="act"
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => {
        void grant()
      }}
    >
      {texts.denied.grant}
    </button>
  )
}
