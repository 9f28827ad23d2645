import type { Feature } from '#server/http/feature.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { auditRoutes } from './audit-routes.ts'
import type { AttemptDeps } from './check-attempt.ts'
import { authRoutes } from './auth-routes.ts'
import { openAccounts, type Accounts, type AccountsDeps } from './open-accounts.ts'
import { peopleRoutes } from './people-routes.ts'
import { tokenRoutes } from './token-routes.ts'
import { userRoutes } from './user-routes.ts'

interface AccountsFeatureDeps extends Omit<AccountsDeps, 'isStrict'> {
  readonly limits: Limits
  readonly onManyFailures: AttemptDeps['onManyFailures']
  readonly settings: { readonly allowsSelfGrant: boolean; readonly profile: 'demo' | 'production' }
}

/** Accounts of the staff: signing in, roles, people, the audit log. */
export function registerAccounts(deps: AccountsFeatureDeps): Accounts & Feature {
  const accounts = openAccounts({ ...deps, isStrict: deps.settings.profile === 'production' })
  return {
    ...accounts,
    addRoutes: (app) => {
      const people = { ...deps, ...accounts }
      authRoutes(app, people)
      userRoutes(app, { ...people, allowsSelfGrant: deps.settings.allowsSelfGrant })
      peopleRoutes(app, people)
      auditRoutes(app, people)
      tokenRoutes(app, people)
    },
  }
}
