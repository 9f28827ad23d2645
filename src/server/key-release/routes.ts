import type { DbDeps } from '#server/db/db-deps.ts'
import { restrictTo, type Access } from '#server/accounts/require-access.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { Done } from '#shared/api.ts'
import type { EditionId } from '#shared/editions.ts'
import { KeyHoldRequest, KeyHoldsReply } from '#shared/key-release-api.ts'
import { changeKeyHold } from './change-key-hold.ts'
import { listKeyHolds } from './list-key-holds.ts'

export interface KeyReleaseRoutesDeps extends DbDeps {
  readonly access: Access
  /** The editions on sale. */
  readonly editionIds: readonly EditionId[]
  /** Called after keys were held or released. */
  readonly onChanged: () => void
}

const PATH = '/functions/key-holds'

/** The calls by which keys are held until release, and released. */
export function keyReleaseRoutes(
  app: App,
  { db, clock, access, editionIds, onChanged }: KeyReleaseRoutesDeps,
): void {
  app.get(PATH, { ...restrictTo(access, 'stats.read'), ...callOf(KeyHoldsReply, {}) }, async () => ({
    success: true as const,
    holds: await listKeyHolds(db, editionIds),
  }))
  app.post(
    PATH,
    { ...restrictTo(access, 'keys.hold'), ...callOf(Done, { body: KeyHoldRequest }) },
    async (request) => {
      const { userId: actorId } = await access.requirePermission(request, 'keys.hold')
      if ((await changeKeyHold(db, request.body, { actorId, now: clock() })) === 'not-found')
        throw new CallError(400, 'BAD_REQUEST', 'there is no such edition')
      onChanged()
      return { success: true as const }
    },
  )
}
