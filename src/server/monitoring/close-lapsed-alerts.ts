import { closeAlert } from '#server/alerts/raise-alert.ts'
import type { Db } from '#server/db/database.ts'
import type { AlertKind } from '#shared/alerts.ts'

/** A kind that is raised by an event, and what tells that its cause is gone. */
export interface LapsingKind {
  readonly kind: AlertKind
  readonly isOver: (now: Date) => Promise<boolean>
}

/** An alert is not closed earlier, so that what comes in waves is one event. */
const OPEN_AT_LEAST_MS = 10 * 60_000

/** Closes open alerts that an event raised, and whose cause is gone. */
export async function closeLapsedAlerts(db: Db, kinds: readonly LapsingKind[], now: Date): Promise<void> {
  const open = await db
    .selectFrom('alerts')
    .select(['kind', 'subject'])
    .where('closed_at', 'is', null)
    .where(
      'kind',
      'in',
      kinds.map(({ kind }) => kind),
    )
    .where('raised_at', '<', new Date(now.getTime() - OPEN_AT_LEAST_MS))
    .execute()
  for (const { kind, isOver } of kinds) {
    const alert = open.find((one) => one.kind === kind)
    if (alert === undefined || !(await isOver(now))) continue
    await db.transaction().execute((tx) => closeAlert(tx, { kind, subject: alert.subject }, now))
  }
}
