import type { DbDeps } from '#server/db/db-deps.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { hashMailbox } from '#server/mail/hash-mailbox.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { hashWaitingToken, waitingTokenFor } from '#server/secrets/waiting-token.ts'
import type { EditionId } from '#shared/editions.ts'
import { isLanguage, type Language } from '#shared/languages.ts'

/** Dependencies of the waiting list's pages. */
export interface WaitingListDeps extends DbDeps {
  readonly limits: Limits
  /** The installation's secret. */
  readonly secret: Uint8Array
}

/** Who wants to be told, of which edition, and in which language. */
export interface JoinRequest {
  readonly email: string
  readonly edition: EditionId
  readonly language: Language
}

/** The outcome of {@link joinWaitingList}. `done` does not reveal whether the mailbox is on the list. */
export type JoinResult =
  { readonly kind: 'done' } | { readonly kind: 'too-often'; readonly retryAfterS: number }

/**
 * Adds an entry to the waiting list and queues the mail that asks its mailbox to confirm it. An entry that is not confirmed is
 * asked for again; a confirmed one stays as it is, and gets no mail. Whatever the case, answer and work are the same, so that
 * timing reveals nothing: a mail is inserted, and deleted before the transaction ends.
 *
 * @param client from `clientOf(request)`. A mailbox, or a shop, over its limit of mails gets none, and the answer stays the same.
 */
export async function joinWaitingList(
  deps: WaitingListDeps,
  request: JoinRequest,
  client: string,
): Promise<JoinResult> {
  const { db, limits } = deps
  const taken = await limits.take('waiting-list', client)
  if (!taken.allowed) return { kind: 'too-often', retryAfterS: taken.retryAfterS }
  const mailbox = await limits.take('waiting-mails-mailbox', hashMailbox(request.email))
  const shop = await limits.take('waiting-mails-shop', 'shop')
  if (mailbox.allowed && shop.allowed) await db.transaction().execute((tx) => askToConfirm(tx, deps, request))
  return { kind: 'done' }
}

interface Entry {
  readonly id: string
  readonly email: string
  readonly language: string
  readonly confirmed_at: Date | null
}

async function askToConfirm(
  tx: Db,
  { secret, clock }: WaitingListDeps,
  { edition, ...request }: JoinRequest,
): Promise<void> {
  const {
    id,
    email,
    language,
    confirmed_at: confirmedAt,
  } = await storeEntry(tx, {
    ...request,
    edition,
    secret,
    now: clock(),
  })
  const dedupeKey = `waiting-confirm:${randomUUID()}`
  await queueMail(tx, {
    template: 'waiting-confirm',
    facts: { entryId: id, edition },
    dedupeKey,
    language: isLanguage(language) ? language : 'en',
    recipient: email,
  })
  await tx
    .deleteFrom('mails')
    .where('dedupe_key', '=', confirmedAt === null ? '' : dedupeKey)
    .execute()
}

/** Nobody but the mailbox's owner changes an entry that is confirmed. */
async function storeEntry(
  tx: Db,
  {
    edition,
    email,
    language,
    secret,
    now,
  }: JoinRequest & { readonly secret: Uint8Array; readonly now: Date },
): Promise<Entry> {
  const id = randomUUID()
  const tokenHash = hashWaitingToken(waitingTokenFor(secret, id))
  const { rows } = await sql<Entry>`
    insert into waiting_list as w (id, edition, email, language, token_hash, asked_at)
    values (${id}, ${edition}, ${email}, ${language}, ${tokenHash}, ${now})
    on conflict (edition, lower(email)) do update set
      asked_at = excluded.asked_at,
      language = case when w.confirmed_at is null then excluded.language else w.language end
    returning id, email, language, confirmed_at`.execute(tx)
  const [entry] = rows
  if (entry === undefined) throw new Error('expected the stored entry back from the database, got no row')
  return entry
}
