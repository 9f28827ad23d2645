import { restrictTo } from '#server/accounts/require-access.ts'
import type { App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { RetireListReply, RetireListRequest } from '#shared/admin-api.ts'
import { changeKeys } from './change-keys.ts'
import type { KeyDeps } from './routes.ts'

/** The call that retires the keys of a list, such as those a shop was told are known to others. */
export function retireListRoutes(app: App, deps: KeyDeps): void {
  const { db, keyCipher, access } = deps
  app.post(
    '/functions/retire-keys',
    { ...restrictTo(access, 'keys.retire'), ...callOf(RetireListReply, { body: RetireListRequest }) },
    async (request) => {
      const { userId } = await access.requirePermission(request, 'keys.retire')
      const { keys } = request.body
      // keys of some publishers have small letters
      const hashesOf = (key: string) => [key, key.toUpperCase()].map((one) => keyCipher.hashKey(one))
      const found = await db
        .selectFrom('game_keys')
        .select(['id', 'key_hash'])
        .where('key_hash', 'in', keys.flatMap(hashesOf))
        .execute()
      const idOf = new Map(found.map(({ id, key_hash: hash }) => [hash?.toString('hex'), id]))
      const ids = keys.map((key) =>
        hashesOf(key)
          .map((hash) => idOf.get(hash.toString('hex')))
          .find(Boolean),
      )
      const known = ids.filter((id) => id !== undefined)
      const { done, refused } = await changeKeys(deps, 'retire', known, userId)
      const codes = new Map(refused.map(({ keyId, code }) => [keyId, code]))
      return {
        success: true as const,
        keyIds: [...done],
        refused: ids.flatMap((id, at) => {
          const code = id === undefined ? 'KEY_NOT_FOUND' : codes.get(id)
          return code === undefined ? [] : [{ at, code }]
        }),
      }
    },
  )
}
