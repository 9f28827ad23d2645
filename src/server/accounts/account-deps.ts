import type { AttemptDeps } from './check-attempt.ts'
import type { Auth } from './open-auth.ts'
import type { Access } from './require-access.ts'

/** What the routes of accounts depend on. */
export interface AccountDeps extends AttemptDeps {
  readonly access: Access
  readonly isSecure: boolean
  /** The game's title. */
  readonly issuer: string
  /** Loads better-auth on first use. */
  readonly auth: () => Promise<Auth>
}
