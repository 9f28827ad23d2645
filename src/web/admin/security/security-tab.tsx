import { useAdmin } from '#web/admin/admin-context.ts'
import { PasswordChange } from './password-change.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SessionList } from './session-list.tsx'

/** The user's own password, second factor and sessions. */
export function SecurityTab() {
  const { security } = useAdmin().texts
  return (
    <section className="tab-content stack" aria-labelledby="security-title">
      <h2 id="security-title" className="tab-title">
        {security.title}
      </h2>
      <div className="two-columns">
        <SecondFactor />
        <PasswordChange />
      </div>
      <SessionList />
    </section>
  )
}
