import { sql } from 'kysely'
import { closeAlert, raiseAlert } from '#server/alerts/raise-alert.ts'
import type { Db } from '#server/db/database.ts'
import { completeCause } from './complete-cause.ts'
import { MACHINE_KINDS, WATCHED_KINDS, type Cause, type WatchedKind } from './find-causes.ts'
import { judgeSignals, type Signal } from './judge-signals.ts'

/**
 * Raises the alerts whose causes have lasted, and closes those whose causes are gone for good, in one transaction. One
 * process does so at a time; another that tries meanwhile does nothing. An alert that a person closed while its cause
 * lasts is not raised again. Mostly nothing has changed; then the stored causes are only read.
 */
export async function updateAlerts(
  db: Db,
  { causes, host }: { readonly causes: readonly Cause[]; readonly host: string },
  now: Date,
): Promise<void> {
  const changes = judgeSignals(await readSignals(db, host), causes, now)
  if (Object.values(changes).every((list: readonly unknown[]) => list.length === 0)) return
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('keyhold alert signals', 0)) as is_ours`.execute(tx)
    if (rows[0]?.is_ours !== true) return
    const { raise, close, store, forget } = judgeSignals(await readSignals(tx, host), causes, now)
    for (const cause of raise) await raiseAlert(tx, { ...(await completeCause(tx, cause, now)), at: now })
    for (const { kind, subject } of close) await closeAlert(tx, { kind, subject }, now)
    for (const signal of store) await storeSignal(tx, signal)
    for (const { kind, subject } of forget)
      await tx.deleteFrom('alert_signals').where('kind', '=', kind).where('subject', '=', subject).execute()
  })
}

/** Those of another release's kinds are left alone, and those about another machine. */
async function readSignals(tx: Db, host: string): Promise<readonly Signal[]> {
  const rows = await tx
    .selectFrom('alert_signals')
    .selectAll()
    .where('kind', 'in', Object.keys(WATCHED_KINDS))
    .where((w) => w.or([w('kind', 'not in', MACHINE_KINDS), w('subject', '=', host)]))
    .execute()
  return rows.map((row) => ({
    kind: row.kind as WatchedKind,
    subject: row.subject,
    since: row.since,
    goneSince: row.gone_since,
    isRaised: row.is_raised,
  }))
}

async function storeSignal(tx: Db, { kind, subject, since, goneSince, isRaised }: Signal): Promise<void> {
  const changing = { since, gone_since: goneSince, is_raised: isRaised }
  await tx
    .insertInto('alert_signals')
    .values({ kind, subject, ...changing })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet(changing))
    .execute()
}
