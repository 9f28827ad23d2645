import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { PasswordRequest, RecoveryCodesReply, SecondFactorReply } from '#shared/admin-api.ts'
import { Done } from '#shared/api.ts'
import type { AccountDeps } from './account-deps.ts'
import { countPasskeys, hasAuthenticator, readRecoveryCodes, restoreRecoveryCodes } from './passkeys.ts'
import { restrictTo } from './require-access.ts'
import { withOwnPassword } from './with-own-password.ts'

/** Routes for the authenticator app of the signed-in user, and the recovery codes. */
export function secondFactorRoutes(app: App, deps: AccountDeps): void {
  const own = restrictTo(deps.access, 'signed-in')
  app.post(
    '/auth/two-factor/enable',
    { ...own, ...callOf(SecondFactorReply, { body: PasswordRequest }) },
    async (request, reply) => {
      const { userId, hasSecondFactor } = await deps.access.requireActor(request)
      const earlier = hasSecondFactor ? await readRecoveryCodes(deps.db, userId) : null
      const started = await withOwnPassword(deps, request, reply, null, (auth, authRequest) =>
        auth.startSecondFactor(authRequest, request.body.password),
      )
      // those of a passkey stay: nobody may set up the app in the end
      if (earlier !== null) await restoreRecoveryCodes(deps.db, userId, earlier)
      return {
        success: true as const,
        totpUri: started.totpUri,
        recoveryCodes: earlier === null ? [...started.recoveryCodes] : [],
      }
    },
  )
  app.post(
    '/auth/two-factor/generate-backup-codes',
    { ...own, ...callOf(RecoveryCodesReply, { body: PasswordRequest }) },
    async (request, reply) => {
      const codes = await renewRecoveryCodes(deps, request, reply, request.body.password)
      return { success: true as const, recoveryCodes: [...codes] }
    },
  )
  app.post(
    '/auth/two-factor/disable',
    { ...own, ...callOf(Done, { body: PasswordRequest }) },
    async (request, reply) => {
      await stopAuthenticator(deps, request, reply, request.body.password)
      return { success: true } as const
    },
  )
}

/** Turns the authenticator app off; if a passkey remains, the recovery codes do, too. */
async function stopAuthenticator(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  password: string,
): Promise<void> {
  const { userId } = await deps.access.requireActor(request)
  const hasPasskey = (await countPasskeys(deps.db, userId)) > 0
  const { forgetAuthenticator } = await import('./passkey-recovery.ts')
  await withOwnPassword(deps, request, reply, 'second-factor.off', async (auth, authRequest) => {
    if (!hasPasskey) return auth.stopSecondFactor(authRequest, password)
    const checked = await auth.checkPassword(authRequest, password)
    if (checked.kind === 'done') await forgetAuthenticator(deps.db, userId, deps.secret)
    return checked
  })
}

/** Makes recovery codes in place of the earlier ones; better-auth does so for an account with an authenticator app only. */
async function renewRecoveryCodes(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  password: string,
): Promise<readonly string[]> {
  const { userId, hasSecondFactor } = await deps.access.requireActor(request)
  const hasPasskeysOnly = hasSecondFactor && !(await hasAuthenticator(deps.db, userId))
  const { writeRecoveryCodes } = await import('./passkey-recovery.ts')
  return withOwnPassword(deps, request, reply, null, async (auth, authRequest) => {
    if (!hasPasskeysOnly) return auth.createRecoveryCodes(authRequest, password)
    const checked = await auth.checkPassword(authRequest, password)
    if (checked.kind === 'refused') return checked
    const codes = await deps.db.transaction().execute((tx) => writeRecoveryCodes(tx, userId, deps.secret))
    return { ...checked, body: codes }
  })
}
