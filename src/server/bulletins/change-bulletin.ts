import type { AuditAction } from '#shared/audit-actions.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { sampleOrder } from '#server/mail/sample-order.ts'
import { BULLETINS_MAX, bulletinWordsIn, type BulletinRequest } from '#shared/bulletins-api.ts'
import { defaultLanguage, type Language } from '#shared/languages.ts'
import { contentOf, lockBulletin, type BulletinRecord } from './bulletin-record.ts'
import { listRecipients } from './recipients.ts'

/** The outcome of {@link changeBulletin}. */
export type BulletinChange =
  | { readonly kind: 'done' }
  | { readonly kind: 'not-found' | 'started' | 'too-many' | 'unknown-edition' | 'no-default-words' }
  /** The number of orders is another one than the page showed. */
  | { readonly kind: 'changed'; readonly orders: number }

interface ChangedBy {
  readonly actorId: string
  /** Of the person, for the mail that tries a bulletin. */
  readonly email: string
  readonly now: Date
  /** What the shop offers, the default language first. */
  readonly languages: readonly Language[]
}

/** Carries out one change of the bulletins, in one transaction with its entry in the audit log. */
export async function changeBulletin(
  db: Db,
  request: BulletinRequest,
  by: ChangedBy,
): Promise<BulletinChange> {
  try {
    return await db.transaction().execute((tx) => changeInTransaction(tx, request, by))
  } catch (error) {
    if (error instanceof RecipientsChangedError) return { kind: 'changed', orders: error.orders }
    throw error
  }
}

async function changeInTransaction(tx: Db, request: BulletinRequest, by: ChangedBy): Promise<BulletinChange> {
  const record = await lockBulletin(tx, request.id)
  if (request.action === 'save') return saveDraft(tx, request, record, by)
  if (record === null) return { kind: 'not-found' }
  switch (request.action) {
    case 'test':
      return sendTest(tx, record, request.language, by)
    case 'start':
      return start(tx, record, request.orders, by)
    case 'delete':
      return deleteDraft(tx, record, by)
    case 'stop':
    case 'resume':
      return stopOrResume(tx, record, request.action, by)
  }
}

async function saveDraft(
  tx: Db,
  { id, kind, editions, texts, prices }: BulletinRequest & { readonly action: 'save' },
  record: BulletinRecord | null,
  by: ChangedBy,
): Promise<BulletinChange> {
  if (record !== null && record.started_at !== null) return { kind: 'started' }
  if (texts[defaultLanguage(by.languages)] === undefined) return { kind: 'no-default-words' }
  const known = await tx.selectFrom('editions').select('id').where('id', 'in', editions).execute()
  if (known.length !== new Set(editions).size) return { kind: 'unknown-edition' }
  const { count } = await tx
    .selectFrom('bulletins')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  if (record === null && count >= BULLETINS_MAX) return { kind: 'too-many' }
  const content = {
    ...{ kind, editions: [...new Set(editions)], texts: JSON.stringify(texts) },
    prices: prices === undefined ? null : JSON.stringify(prices),
  }
  await tx
    .insertInto('bulletins')
    .values({ id, created_at: by.now, ...content })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(content))
    .execute()
  await audit(tx, 'bulletin.save', id, by, { kind, editions, languages: Object.keys(texts), prices })
  return { kind: 'done' }
}

async function deleteDraft(tx: Db, { id, kind, started_at: startedAt }: BulletinRecord, by: ChangedBy) {
  if (startedAt !== null) return { kind: 'started' } as const
  await tx.deleteFrom('bulletins').where('id', '=', id).execute()
  await audit(tx, 'bulletin.delete', id, by, { kind })
  return { kind: 'done' } as const
}

/** Mails a bulletin to the person who asks for it, as a buyer with this language would get it. */
async function sendTest(
  tx: Db,
  record: BulletinRecord,
  language: Language,
  by: ChangedBy,
): Promise<BulletinChange> {
  const { kind, editions, texts } = contentOf(record)
  const { subject, body, language: wordsIn } = bulletinWordsIn(texts, language, by.languages)
  await queueMail(tx, {
    template: 'bulletin',
    facts: { ...sampleOrder(editions[0] ?? ''), kind, subject, body },
    dedupeKey: `bulletin-test:${record.id}:${language}:${String(by.now.getTime())}`,
    language: wordsIn,
    recipient: by.email,
  })
  await audit(tx, 'bulletin.test', record.id, by, { language })
  return { kind: 'done' }
}

/** Lists the orders that a bulletin goes to; a worker deals with them. Started twice, it is started once. */
async function start(tx: Db, record: BulletinRecord, orders: number, by: ChangedBy): Promise<BulletinChange> {
  if (record.started_at !== null) return { kind: 'done' }
  const { id } = record
  const { kind, editions, prices } = contentOf(record)
  await tx
    .updateTable('bulletins')
    .set({ started_at: by.now, started_by: by.actorId })
    .where('id', '=', id)
    .execute()
  const listed = await listRecipients(tx, id, { editions, prices })
  if (listed !== orders) throw new RecipientsChangedError(listed)
  await audit(tx, 'bulletin.start', id, by, { kind, editions, orders, prices })
  return { kind: 'done' }
}

/** Thrown inside the transaction to roll a start back: other orders are paid than its page showed. */
class RecipientsChangedError extends Error {
  readonly orders: number
  constructor(orders: number) {
    super(`the bulletin goes to ${String(orders)} orders now`)
    this.orders = orders
  }
}

async function stopOrResume(
  tx: Db,
  { id, started_at: startedAt, completed_at: completedAt }: BulletinRecord,
  action: 'stop' | 'resume',
  by: ChangedBy,
): Promise<BulletinChange> {
  if (startedAt === null || completedAt !== null) return { kind: 'not-found' }
  await tx
    .updateTable('bulletins')
    .set({ stopped_at: action === 'stop' ? by.now : null })
    .where('id', '=', id)
    .execute()
  await audit(tx, `bulletin.${action}`, id, by)
  return { kind: 'done' }
}

function audit(
  tx: Db,
  action: AuditAction,
  id: string,
  { actorId, now }: ChangedBy,
  facts: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return recordAudit(tx, { at: now, actorId, action, subject: { kind: 'bulletin', id }, facts })
}
