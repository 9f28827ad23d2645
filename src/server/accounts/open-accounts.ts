import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import type { OriginRule } from '#server/live/allowed-origin.ts'
import { createAccess, type Access } from './require-access.ts'
import type { Auth } from './open-auth.ts'
import { authSecret } from './session-cookie.ts'

export interface AccountsDeps extends LoggedDbDeps {
  /** The installation's 32 bytes. */
  readonly secret: Uint8Array
  readonly publicUrl: string
  readonly isSecure: boolean
  readonly issuer: string
  readonly origin: OriginRule
  /** See `createAccess`. */
  readonly isStrict: boolean
}

export interface Accounts {
  readonly access: Access
  readonly auth: () => Promise<Auth>
}

/** Creates the accounts module. better-auth takes 9 MB and is loaded on the first sign-in. */
export function openAccounts({
  db,
  clock,
  log,
  secret,
  publicUrl,
  isSecure,
  issuer,
  origin,
  isStrict,
}: AccountsDeps): Accounts {
  const text = authSecret(secret)
  let auth: Promise<Auth> | null = null
  const load = async () => {
    const { openAuth } = await import('./open-auth.ts')
    return openAuth({ db, log, secret: text, publicUrl, isSecure, issuer })
  }
  return {
    access: createAccess({ db, clock, secret: text, isSecure, origin, isStrict }),
    auth: () => (auth ??= load()),
  }
}
