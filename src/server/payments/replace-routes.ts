import type { DbDeps } from '#server/db/db-deps.ts'
import { restrictTo, type Access } from '#server/accounts/require-access.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { ReplaceKeyReply, ReplaceKeyRequest } from '#shared/admin-api.ts'
import { replaceKey } from './replace-key.ts'

interface ReplaceKeyDeps extends DbDeps {
  readonly access: Access
}

const REFUSALS = {
  KEY_NOT_FOUND: [404, 'there is no such key'],
  KEY_NOT_SOLD: [409, 'this key is not sold: delete or retire it instead'],
  KEY_RETIRED: [409, 'this key is retired, or was replaced already'],
  OUT_OF_STOCK: [409, 'no key of this edition is free: add some first'],
} as const

/** The call that replaces a sold key that does not work. */
export function replaceRoutes(app: App, { db, clock, access }: ReplaceKeyDeps): void {
  app.post(
    '/functions/replace-key',
    { ...restrictTo(access, 'keys.replace'), ...callOf(ReplaceKeyReply, { body: ReplaceKeyRequest }) },
    async (request) => {
      const { userId } = await access.requirePermission(request, 'keys.replace')
      const outcome = await replaceKey(db, clock, request.body.keyId, userId)
      if (outcome.kind === 'replaced') return { success: true as const, keyId: outcome.keyId }
      const [status, message] = REFUSALS[outcome.code]
      throw new CallError(status, outcome.code, message)
    },
  )
}
