import { createHash, randomBytes } from 'node:crypto'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { TOKEN_SCOPES, type TokenRequest, type TokenRow, type TokenScope } from '#shared/tokens-api.ts'

/** A token that was presented and is valid. */
export interface ApiToken {
  readonly id: string
  readonly scopes: readonly TokenScope[]
}

interface ChangedBy {
  readonly actorId: string
  readonly now: Date
}

/** So that scanners for leaked secrets recognise it. */
const PREFIX = 'keyhold_'
const DAY_MS = 24 * 3600_000
const MINUTE_MS = 60_000

/**
 * Creates a token, with its entry in the audit log. Only its hash is stored.
 *
 * @returns `keyhold_` and 43 characters of base64url: 256 bits.
 */
export function createApiToken(
  db: Db,
  { label, scopes, days }: TokenRequest & { readonly action: 'create' },
  { actorId, now }: ChangedBy,
): Promise<string> {
  const token = PREFIX + randomBytes(32).toString('base64url')
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('api_tokens')
      .values({
        label,
        scopes: [...new Set(scopes)],
        token_hash: hashOf(token),
        created_by: actorId,
        created_at: now,
        expires_at: new Date(now.getTime() + days * DAY_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const subject = { kind: 'token', id } as const
    await recordAudit(tx, { at: now, actorId, action: 'token.create', subject, facts: { scopes, days } })
    return token
  })
}

/** Revokes a token at once. @returns false if there is none, or it was revoked before. */
export function revokeApiToken(db: Db, id: string, { actorId, now }: ChangedBy): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('api_tokens')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await recordAudit(tx, { at: now, actorId, action: 'token.revoke', subject: { kind: 'token', id } })
    return true
  })
}

/**
 * Finds the token of a request, and notes that it was used. Read on every call, so that a revoked one, and one whose
 * creator is no owner any more, ends at once.
 */
export async function findApiToken(db: Db, token: string, now: Date): Promise<ApiToken | null> {
  if (!token.startsWith(PREFIX)) return null
  const row = await db
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', 'u.id', 't.created_by')
    .innerJoin('user_roles as r', 'r.user_id', 'u.id')
    .select(['t.id', 't.scopes', 't.last_used_at'])
    .where('t.token_hash', '=', hashOf(token))
    .where('t.revoked_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where('u.disabled_at', 'is', null)
    .where('r.role', '=', 'owner')
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= MINUTE_MS)
    await db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', row.id).execute()
  return { id: row.id, scopes: TOKEN_SCOPES.filter((scope) => row.scopes.includes(scope)) }
}

/** Lists all tokens, the newest first, also those that are over. One whose creator is no owner any more counts as revoked. */
export async function listApiTokens(db: Db, now: Date): Promise<TokenRow[]> {
  const rows = await db
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', 'u.id', 't.created_by')
    .leftJoin('user_roles as r', 'r.user_id', 'u.id')
    .select(['t.id', 't.label', 't.scopes', 'u.email', 't.created_at', 't.expires_at', 't.last_used_at'])
    .select(['t.revoked_at', 'u.disabled_at', 'r.role'])
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    scopes: row.scopes,
    createdBy: row.email,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    state: isRevoked(row) ? 'revoked' : row.expires_at <= now ? 'expired' : 'valid',
  }))
}

function isRevoked(row: {
  readonly revoked_at: Date | null
  readonly disabled_at: Date | null
  readonly role: string | null
}): boolean {
  return row.revoked_at !== null || row.disabled_at !== null || row.role !== 'owner'
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(`api token ${token}`).digest()
}
