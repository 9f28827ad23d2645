import { useAdmin } from '#web/admin/admin-context.ts'
import { CardsTab } from '#web/admin/card.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordChange } from './password-change.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SessionList } from './session-list.tsx'

/** The user's own password, second factors and sessions. */
export function SecurityTab() {
  const { security } = useAdmin().texts
  return (
    <CardsTab id="security-title" title={security.title}>
      <div className="two-columns">
        <SecondFactor />
        <PasswordChange />
      </div>
      <PasskeyList />
      <SessionList />
    </CardsTab>
  )
}
