import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { CallError, clientOf, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import { SignInReply } from '#shared/admin-api.ts'
import { Done, EmptyRequest } from '#shared/api.ts'
import {
  AddPasskeyReply,
  AddPasskeyRequest,
  PasskeyCreationReply,
  PasskeyRequestReply,
  PasskeySignInRequest,
  PASSKEYS_MAX,
  PasskeysReply,
  RemovePasskeyRequest,
  RenamePasskeyRequest,
} from '#shared/passkey-api.ts'
import type { AccountDeps } from './account-deps.ts'
import { authRequestOf, setCookies } from './auth-replies.ts'
import { checkPasskey, passkeyRefused } from './check-passkey.ts'
import { completeSignIn } from './complete-sign-in.ts'
import type { Actor } from './find-actor.ts'
import { countPasskeys, listPasskeys, removePasskey } from './passkeys.ts'
import { restrictTo } from './require-access.ts'

/** Routes for signing in with a passkey, and for the passkeys of the signed-in user. */
export function passkeyRoutes(app: App, deps: AccountDeps): void {
  useRoutes(app, deps)
  ownRoutes(app, deps)
  addRoutes(app, deps)
}

function useRoutes(app: App, deps: AccountDeps): void {
  app.post(
    '/auth/passkey/request',
    callOf(PasskeyRequestReply, { body: EmptyRequest }),
    async (request, reply) => {
      deps.access.requireAllowedOrigin(request)
      await enforceLimit(deps.limits, 'sign-in', clientOf(request))
      const result = await (await deps.auth()).requestPasskey(authRequestOf(request))
      if (result.kind === 'refused') throw passkeyRefused()
      setCookies(reply, result.cookies)
      return { success: true, request: result.body } as const
    },
  )
  app.post(
    '/auth/passkey/sign-in',
    callOf(SignInReply, { body: PasskeySignInRequest }),
    async (request, reply) => {
      deps.access.requireAllowedOrigin(request)
      return checkPasskey(deps, request, request.body.assertion, (session) =>
        completeSignIn(deps, request, reply, session),
      )
    },
  )
}

function ownRoutes(app: App, deps: AccountDeps): void {
  const own = restrictTo(deps.access, 'signed-in')
  app.get('/auth/passkeys', { ...own, ...callOf(PasskeysReply, {}) }, async (request) => {
    const { userId } = await deps.access.requireActor(request)
    return { success: true, passkeys: await listPasskeys(deps.db, userId) } as const
  })
  app.post(
    '/auth/passkeys/rename',
    { ...own, ...callOf(Done, { body: RenamePasskeyRequest }) },
    async (request) => {
      const { userId } = await deps.access.requireActor(request)
      const { id, name } = request.body
      const renamed = await deps.db
        .updateTable('user_passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst()
      if (renamed === undefined) throw passkeyUnknown()
      return { success: true } as const
    },
  )
  app.delete(
    '/auth/passkeys',
    { ...own, ...callOf(Done, { body: RemovePasskeyRequest }) },
    async (request) => {
      const actor = await deps.access.requireActor(request)
      deps.access.requireJustConfirmed(actor)
      await deps.db.transaction().execute(async (tx) => {
        if (!(await removePasskey(tx, actor.userId, request.body.id))) throw passkeyUnknown()
        await recordPasskey(tx, deps, actor, 'passkey.remove')
      })
      return { success: true } as const
    },
  )
}

function addRoutes(app: App, deps: AccountDeps): void {
  const own = restrictTo(deps.access, 'signed-in')
  app.post(
    '/auth/passkeys/start',
    { ...own, ...callOf(PasskeyCreationReply, { body: EmptyRequest }) },
    async (request, reply) => {
      const actor = await deps.access.requireActor(request)
      deps.access.requireJustConfirmed(actor)
      await enforceLimit(deps.limits, 'sign-in', clientOf(request))
      if ((await countPasskeys(deps.db, actor.userId)) >= PASSKEYS_MAX)
        throw new CallError(409, 'PASSKEYS_FULL', 'remove a passkey first: an account has twenty at most')
      const result = await (await deps.auth()).startPasskey(authRequestOf(request))
      if (result.kind === 'refused') throw passkeyRefused()
      setCookies(reply, result.cookies)
      return { success: true, creation: result.body } as const
    },
  )
  app.post(
    '/auth/passkeys',
    { ...own, ...callOf(AddPasskeyReply, { body: AddPasskeyRequest }) },
    async (request, reply) => {
      const actor = await deps.access.requireActor(request)
      await enforceLimit(deps.limits, 'sign-in', clientOf(request))
      const recoveryCodes = await addPasskey(deps, actor, request, reply, request.body)
      return { success: true, recoveryCodes } as const
    },
  )
}

/** Stores a passkey that was begun after a confirmation. With an account's first second factor, sessions that began without it end. */
async function addPasskey(
  deps: AccountDeps,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, attestation }: z.infer<typeof AddPasskeyRequest>,
): Promise<string[]> {
  const result = await (await deps.auth()).addPasskey(authRequestOf(request), name, attestation)
  setCookies(reply, result.cookies)
  if (result.kind === 'refused') throw passkeyRefused()
  const { writeRecoveryCodes } = await import('./passkey-recovery.ts')
  return deps.db.transaction().execute(async (tx) => {
    await recordPasskey(tx, deps, actor, 'passkey.add')
    if (actor.hasSecondFactor) return []
    await tx
      .deleteFrom('user_sessions')
      .where('user_id', '=', actor.userId)
      .where('id', '!=', actor.sessionId)
      .execute()
    return [...(await writeRecoveryCodes(tx, actor.userId, deps.secret))]
  })
}

function recordPasskey(
  tx: Db,
  { clock }: AccountDeps,
  { userId }: Actor,
  action: 'passkey.add' | 'passkey.remove',
): Promise<void> {
  return recordAudit(tx, { at: clock(), actorId: userId, action, subject: { kind: 'user', id: userId } })
}

function passkeyUnknown(): CallError {
  return new CallError(404, 'PASSKEY_UNKNOWN', 'you have no such passkey: it may have been removed already')
}
