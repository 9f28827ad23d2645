import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { RESEND_PAUSE_S } from '#shared/constants.ts'
import { mailKeys } from './deliver-external.ts'
import { lockExternalOrder, stateOf, type ExternalRecord } from './external-record.ts'

/** The outcome of {@link resendExternal}. `nothing`: it has no keys that its buyer may be sent. */
export type ExternalResend =
  | { readonly kind: 'repeated'; readonly record: ExternalRecord }
  | { readonly kind: 'not-found' | 'nothing' }
  | { readonly kind: 'too-soon'; readonly retryAfterS: number }

/**
 * Sends the keys of a delivered sale made elsewhere again, in the caller's transaction with its audit entry, at most once a
 * minute. One that was refunded or whose e-mail is erased gets no mail.
 */
export async function resendExternal(
  tx: Db,
  id: string,
  { actorId, now }: { readonly actorId: string; readonly now: Date },
): Promise<ExternalResend> {
  const record = await lockExternalOrder(tx, id)
  if (record === null) return { kind: 'not-found' }
  if (stateOf(record) !== 'delivered' || record.user_email === null) return { kind: 'nothing' }
  const repeats = await tx
    .selectFrom('audit')
    .select('at')
    .where('subject_kind', '=', 'external')
    .where('subject_id', '=', id)
    .where('action', '=', 'external.resend')
    .orderBy('id', 'desc')
    .execute()
  const sinceS = repeats[0] === undefined ? Infinity : (now.getTime() - repeats[0].at.getTime()) / 1000
  if (sinceS < RESEND_PAUSE_S) return { kind: 'too-soon', retryAfterS: Math.ceil(RESEND_PAUSE_S - sinceS) }
  await mailKeys(tx, record, `keys-elsewhere:${id}:repeat-${String(repeats.length + 1)}`)
  await recordAudit(tx, { at: now, actorId, action: 'external.resend', subject: { kind: 'external', id } })
  return { kind: 'repeated', record }
}
