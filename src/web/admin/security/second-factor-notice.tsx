import { useEffect } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash, navigateTo } from '#web/admin/admin-location.ts'
import { useStaff } from '#web/admin/staff-context.ts'

/** Says that the account needs a second factor, and since when. */
export function SecondFactorNotice() {
  const { security } = useAdmin().texts
  const { secondFactorDue } = useStaff()
  useEffect(() => {
    // when the other tabs come back, this one must stay: it shows the recovery codes
    if (secondFactorDue === 'now') navigateTo({ tab: 'security' }, 'replace')
  }, [secondFactorDue])
  if (secondFactorDue === 'no') return null
  return (
    <p className="note" role="status">
      {secondFactorDue === 'soon' ? security.factorSoon : security.factorNow}{' '}
      {secondFactorDue === 'soon' ? <a href={locationHash({ tab: 'security' })}>{security.title}</a> : null}
    </p>
  )
}
