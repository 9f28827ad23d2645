import { lazy, Suspense, useEffect } from 'react'
import type { UserReply } from '#shared/admin-api.ts'
import { useAdmin } from './admin-context.ts'
import { AccessDenied } from './access-denied.tsx'
import { AdminShell } from './admin-shell.tsx'
import { StaffContext } from './staff-context.ts'
import { FailedNote } from './failed-note.tsx'
import { useRead } from './use-read.ts'
import { useSessionTick } from './use-session-tick.ts'

/** Where the demo shows the components. */
const COMPONENTS_PATH = '/admin/components'
const ComponentsPage = lazy(async () => {
  const page = await import('#web/admin/components/components-page.tsx')
  return { default: page.ComponentsPage }
})

/** Renders one of four states: checking, signed out, no role, admitted. */
export function Gate() {
  const { texts } = useAdmin()
  // the user may have signed in or out in another window
  const user = useRead<UserReply>(['user'], '/data/user', { refetchOnWindowFocus: 'always' })
  if (user.data !== undefined) return <UserGate reply={user.data} />
  if (user.isError) {
    return (
      <main className="denied">
        <FailedNote text={texts.errors.unknown} query={user} />
      </main>
    )
  }
  return <Checking />
}

function Checking() {
  const { texts } = useAdmin()
  return (
    <p className="checking" role="status">
      <span className="spinner" />
      <span className="visually-hidden">{texts.shell.checking}</span>
    </p>
  )
}

function UserGate({ reply: { user, selfGrant } }: { readonly reply: UserReply }) {
  useSessionTick(user !== null)
  useEffect(() => {
    if (user === null) location.replace('/')
  }, [user])
  if (user === null) return <Checking />
  if (user.role === null) return <AccessDenied user={user} canGrant={selfGrant} />
  return (
    <StaffContext value={user}>
      {location.pathname === COMPONENTS_PATH ? (
        <Suspense fallback={<Checking />}>
          <ComponentsPage />
        </Suspense>
      ) : (
        <AdminShell />
      )}
    </StaffContext>
  )
}
