import type { Db } from '#server/db/database.ts'
import { hashWaitingToken } from '#server/secrets/waiting-token.ts'
import { WAITING_CONFIRM_S } from '#shared/constants.ts'
import type { EditionId } from '#shared/editions.ts'
import type { WaitingListDeps } from './join-waiting-list.ts'

/** The edition of the entry that a link belongs to; null if there is none, or it was not confirmed in time. */
export async function findWaitingEdition(
  { db, clock }: Pick<WaitingListDeps, 'db' | 'clock'>,
  token: string,
): Promise<EditionId | null> {
  const entry = await ofToken(db, token, clock()).select('edition').executeTakeFirst()
  return entry?.edition ?? null
}

/** Confirms an entry; again, it stays confirmed. @returns its edition, as {@link findWaitingEdition} does. */
export async function confirmEntry(
  { db, clock }: Pick<WaitingListDeps, 'db' | 'clock'>,
  token: string,
): Promise<EditionId | null> {
  return db.transaction().execute(async (tx) => {
    const now = clock()
    const entry = await ofToken(tx, token, now).select(['id', 'edition']).forUpdate().executeTakeFirst()
    if (entry === undefined) return null
    await tx
      .updateTable('waiting_list')
      .set({ confirmed_at: now })
      .where('id', '=', entry.id)
      .where('confirmed_at', 'is', null)
      .execute()
    return entry.edition
  })
}

/** Deletes the entry that a link belongs to, if there is one. */
export async function leaveWaitingList({ db }: Pick<WaitingListDeps, 'db'>, token: string): Promise<void> {
  await db.deleteFrom('waiting_list').where('token_hash', '=', hashWaitingToken(token)).execute()
}

function ofToken(db: Db, token: string, now: Date) {
  const askedAfter = new Date(now.getTime() - WAITING_CONFIRM_S * 1000)
  return db
    .selectFrom('waiting_list')
    .where('token_hash', '=', hashWaitingToken(token))
    .where((where) => where.or([where('confirmed_at', 'is not', null), where('asked_at', '>', askedAfter)]))
}
