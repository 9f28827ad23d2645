import type { DbDeps } from '#server/db/db-deps.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { countFreeCopies } from '#server/keys/hold-keys.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { EditionId, FixedEdition } from '#shared/editions.ts'
import { isLanguage } from '#shared/languages.ts'

export interface TellWaitingDeps extends DbDeps {
  readonly editions: readonly FixedEdition[]
  /** Mails that may wait in the outbox at once; 200 by default. */
  readonly queuedMax?: number
}

/** So many that other mails are not delayed for long. */
const QUEUED_MAX = 200
const BATCH = 50
/** Not everybody orders: five are told of each free copy, and if it is still free an hour later, five more. */
const TOLD_PER_COPY = 5
const ROUND_S = 3600

/**
 * Tells those on the waiting list that their edition can be ordered again, those who confirmed first before others. Each gets
 * one mail: it is queued in the transaction that deletes the entry, and its reason is unique. Rounds of one edition are
 * serialized, so it is safe to call from several processes, and again after it was cut off anywhere.
 *
 * @returns whether somebody was told.
 */
export async function tellWaiting(deps: TellWaitingDeps): Promise<boolean> {
  const waiting = await findAwaited(deps.db)
  let hasTold = false
  for (const edition of deps.editions) {
    if (!waiting.has(edition.id)) continue
    let told: number
    do {
      told = await deps.db.transaction().execute((tx) => tellBatch(tx, deps, edition))
      if (told > 0) hasTold = true
    } while (told === BATCH)
  }
  return hasTold
}

/** The editions that somebody waits for. */
async function findAwaited(db: Db): Promise<ReadonlySet<EditionId>> {
  const rows = await db
    .selectFrom('editions as e')
    .select('id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('waiting_list')
          .select('edition')
          .whereRef('edition', '=', 'e.id')
          .where('confirmed_at', 'is not', null),
      ),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** @returns how many were told. */
async function tellBatch(tx: Db, deps: TellWaitingDeps, edition: FixedEdition): Promise<number> {
  const { clock, queuedMax = QUEUED_MAX } = deps
  await sql`select pg_advisory_xact_lock(hashtext(${'waiting:' + edition.id}))`.execute(tx)
  const now = clock()
  const room = Math.min(BATCH, queuedMax - (await countQueued(tx)), await countToTell(tx, edition, now))
  if (room <= 0) return 0
  const entries = await tx
    .selectFrom('waiting_list')
    .select(['id', 'email', 'language'])
    .where('edition', '=', edition.id)
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at')
    .orderBy('id')
    .limit(room)
    .forUpdate()
    .execute()
  for (const { id, email, language } of entries) {
    await queueMail(tx, {
      template: 'waiting-stock',
      facts: { entryId: id, edition: edition.id },
      dedupeKey: `waiting-stock:${id}`,
      language: isLanguage(language) ? language : 'en',
      recipient: email,
    })
    await tx.deleteFrom('waiting_list').where('id', '=', id).execute()
  }
  if (entries.length > 0) {
    const round = { edition: edition.id, told_at: now, told: entries.length }
    await tx.insertInto('waiting_list_rounds').values(round).execute()
  }
  return entries.length
}

/** How many may be told now, as far as a batch needs to know. An edition that takes backorders is never sold out. */
async function countToTell(tx: Db, { id, stock }: FixedEdition, now: Date): Promise<number> {
  if (stock !== 'reserve') return BATCH
  const { rows } = await sql<{ told: bigint }>`
    select coalesce(sum(told), 0)::bigint as told from waiting_list_rounds
    where edition = ${id} and told_at > ${new Date(now.getTime() - ROUND_S * 1000)}`.execute(tx)
  const told = Number(rows[0]?.told ?? 0n)
  const copies = await countFreeCopies(tx, id, Math.ceil((told + BATCH) / TOLD_PER_COPY), now)
  return copies * TOLD_PER_COPY - told
}

/** Mails to those who waited that were not tried yet: addresses that are refused do not keep the others waiting. */
async function countQueued(tx: Db): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from mails where sent_at is null and template = 'waiting-stock'
      and (failed_as is null or failed_as = 'unreachable')`.execute(tx)
  return Number(rows[0]?.count ?? 0n)
}
