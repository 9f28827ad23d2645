import type { DbDeps } from '#server/db/db-deps.ts'
import { addCsvRoute } from '#server/accounts/csv-routes.ts'
import { restrictTo, type Access } from '#server/accounts/require-access.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import { may } from '#shared/permissions.ts'
import {
  QuarantineDecision,
  QuarantineDecisionReply,
  QuarantinedKeysQuery,
  QuarantinedKeysReply,
  RecoveriesReply,
} from '#shared/recovery-api.ts'
import { describeRecoveries } from './describe-recoveries.ts'
import { decideQuarantined, exportQuarantined, listQuarantined } from './quarantined-keys.ts'

export interface RecoveryRoutesDeps extends DbDeps {
  readonly keyCipher: KeyCipher
  readonly access: Access
}

const KEYS = '/functions/quarantined-keys'

/** The calls about recoveries: what is missing, which keys are set aside, and what staff decide about them. */
export function recoveryRoutes(app: App, deps: RecoveryRoutesDeps): void {
  const { db, keyCipher, clock, access } = deps
  app.get(
    '/functions/recoveries',
    { ...restrictTo(access, 'settings.read'), ...callOf(RecoveriesReply, {}) },
    async () => ({ success: true as const, ...(await describeRecoveries(db)) }),
  )
  app.get(
    KEYS,
    {
      ...restrictTo(access, 'keys.retire'),
      ...callOf(QuarantinedKeysReply, { querystring: QuarantinedKeysQuery }),
    },
    async (request) => {
      const { role, userId: actorId } = await access.requirePermission(request, 'keys.retire')
      const isPlain = may(role, 'keys.plain')
      const page = await listQuarantined(db, keyCipher, request.query.page, isPlain)
      if (isPlain && page.keys.length > 0) {
        const subject = { kind: 'keys', id: 'quarantined' } as const
        const facts = { page: page.pagination.page, count: page.keys.length }
        await recordAudit(db, { at: clock(), actorId, action: 'keys.show', subject, facts })
      }
      return { success: true as const, ...page }
    },
  )
  app.post(
    KEYS,
    {
      ...restrictTo(access, 'keys.retire'),
      ...callOf(QuarantineDecisionReply, { body: QuarantineDecision }),
    },
    async (request) => {
      const { userId: actorId } = await access.requirePermission(request, 'keys.retire')
      const result = await decideQuarantined(db, request.body, { actorId, now: clock() })
      return { success: true as const, ...result }
    },
  )
  addCsvRoute(app, deps, {
    path: '/functions/export-quarantined-keys',
    name: 'keys-set-aside',
    audit: () => ({ action: 'keys.export', subject: { kind: 'keys', id: 'quarantined' } }),
    lines: () => exportQuarantined(db, keyCipher),
  })
}
