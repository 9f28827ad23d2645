import type { DbDeps } from '#server/db/db-deps.ts'
import { restrictTo, type Access } from '#server/accounts/require-access.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { AlertListReply, AlertParams, alertFactsOf, isAlertKind, type AlertRow } from '#shared/alerts.ts'
import { may } from '#shared/permissions.ts'
import { Done } from '#shared/api.ts'

export interface AlertRoutesDeps extends DbDeps {
  readonly access: Access
}

const ALERTS_SHOWN = 200

/** The calls that list open alerts, and close one that was dealt with. */
export function alertRoutes(app: App, { db, clock, access }: AlertRoutesDeps): void {
  app.get(
    '/functions/alerts',
    { ...restrictTo(access, 'orders.read'), ...callOf(AlertListReply, {}) },
    async (request) => {
      const { role } = await access.requirePermission(request, 'orders.read')
      return { success: true as const, alerts: await listAlerts(db, may(role, 'orders.emails')) }
    },
  )
  app.post(
    '/functions/alerts/:id/close',
    { ...restrictTo(access, 'orders.decide'), ...callOf(Done, { params: AlertParams }) },
    async (request) => {
      const { userId: actorId } = await access.requirePermission(request, 'orders.decide')
      const { id } = request.params
      await db.transaction().execute(async (tx) => {
        const alert = await tx
          .selectFrom('alerts')
          .select(['kind', 'subject', 'closed_at'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (alert === undefined) throw new CallError(404, 'ALERT_NOT_FOUND', 'there is no such alert')
        if (alert.closed_at !== null) return
        const { kind, subject } = alert
        const at = clock()
        await tx
          .updateTable('alerts')
          .set({ closed_at: at, is_closed_by_staff: true })
          .where('id', '=', id)
          .execute()
        await recordAudit(tx, {
          at,
          actorId,
          action: 'alert.close',
          subject: { kind: 'alert', id },
          facts: { kind, subject },
        })
      })
      return { success: true as const }
    },
  )
}

/**
 * Kinds of another release that runs beside this one are left out.
 *
 * @param seesBuyers whether the reader may see what an order says of its buyer.
 */
async function listAlerts(db: Db, seesBuyers: boolean): Promise<AlertRow[]> {
  const rows = await db
    .selectFrom('alerts')
    .select(['id', 'kind', 'subject', 'facts', 'raised_at', 'mailed_at'])
    .where('closed_at', 'is', null)
    .orderBy('raised_at', 'desc')
    .orderBy('id')
    .limit(ALERTS_SHOWN)
    .execute()
  return rows.flatMap(({ id, kind, subject, facts, raised_at, mailed_at }) => {
    if (!isAlertKind(kind)) return []
    const at = { raisedAt: raised_at.toISOString(), mailedAt: mailed_at?.toISOString() ?? null }
    const shown = alertFactsOf(kind, facts).filter(({ name }) => seesBuyers || name !== 'refundAddress')
    const byName = Object.fromEntries(shown.map(({ name, value }) => [name, value]))
    return [{ id, kind, subject, ...at, facts: byName }]
  })
}
