import type { DbDeps } from '#server/db/db-deps.ts'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { restrictTo, type Access } from '#server/accounts/require-access.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { CallError, type App } from '#server/http/app.ts'
import { requireOnSale } from '#server/http/require-on-sale.ts'
import {
  DeleteKeysRequest,
  type KeyChange,
  KeyListReply,
  KeyRevealReply,
  KeysDoneReply,
  KeyStatsReply,
  ManageKeysRequest,
  ReadKeysQuery,
  type RefusedKey,
} from '#shared/admin-api.ts'
import { Failure, type ErrorCode } from '#shared/api.ts'
import type { EditionId } from '#shared/editions.ts'
import { KEYS_PER_GENERATION_MAX } from '#shared/constants.ts'
import { may } from '#shared/permissions.ts'
import { failureText, successText, type KeyAction } from './arabic-texts.ts'
import { generateKeys } from './generate-keys.ts'
import { readKeyStats } from './key-counts.ts'
import { listKeys } from './list-keys.ts'
import { changeKeys, PERMISSION_TO } from './change-keys.ts'

/** Dependencies of the calls about keys. */
export interface KeyDeps extends DbDeps {
  readonly keyCipher: KeyCipher
  readonly access: Access
  readonly limits: Limits
  /** The editions on sale. */
  readonly editionIds: readonly EditionId[]
}

const PATH = '/functions/manage-game-keys'
const Replies = { 200: KeyStatsReply.or(KeyListReply).or(KeysDoneReply).or(KeyRevealReply), '4xx': Failure }

/**
 * The call `manage-game-keys`: reads by GET or form, changes by POST and DELETE. Every error has an Arabic message and
 * a code.
 */
export function keyRoutes(app: App, deps: KeyDeps): void {
  const rule = restrictTo(deps.access, 'keys.read')
  const config = { ...rule.config, wordFailure }
  app.get(PATH, { ...rule, config, schema: { querystring: ReadKeysQuery, response: Replies } }, (request) =>
    read(deps, request, request.query),
  )
  // a scope of its own, because forms are accepted only here
  void app.register((scope: App, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body: string, parsed) => {
        parsed(null, Object.fromEntries(new URLSearchParams(body)))
      },
    )
    // The permission is checked after the body is parsed, because the message depends on the action.
    const late = { config, preValidation: rule.onRequest }
    scope.post(PATH, { ...late, schema: { body: ManageKeysRequest, response: Replies } }, (request) => {
      const { body } = request
      switch (body.action) {
        case 'stats':
        case 'list':
          return read(deps, request, body)
        case 'generate':
          return generate(deps, request, body.edition, body.count)
        case 'retire':
        case 'restore':
          return change(deps, request, body.action, body)
        case 'reveal':
          return reveal(deps, request, body.keyId)
      }
    })
    done()
  })
  app.delete(PATH, { ...rule, config, schema: { body: DeleteKeysRequest, response: Replies } }, (request) =>
    change(deps, request, 'delete', request.body),
  )
}

async function read(
  { db, keyCipher, clock, access, limits, editionIds }: KeyDeps,
  request: FastifyRequest,
  asked: z.infer<typeof ReadKeysQuery>,
) {
  if (asked.action === 'stats') {
    return { success: true as const, stats: await readKeyStats(db, editionIds, clock()) }
  }
  const { role, userId: actorId } = await access.requirePermission(request, 'keys.read')
  const visibility = { keys: may(role, 'keys.plain'), emails: may(role, 'orders.emails') }
  if (visibility.keys) await enforceLimit(limits, 'key-pages', actorId)
  const { keys, pagination, edges } = await listKeys(db, keyCipher, asked, visibility)
  if (visibility.keys && keys.length > 0) {
    const { edition, status, page } = asked
    const facts = { edition, status, page, isSearch: asked.q !== '', count: keys.length }
    const subject = { kind: 'keys', id: 'list' } as const
    await recordAudit(db, { at: clock(), actorId, action: 'keys.show', subject, facts })
  }
  return { success: true as const, keys: [...keys], pagination, edges }
}

async function generate(deps: KeyDeps, request: FastifyRequest, edition: EditionId, count: unknown) {
  const { userId } = await deps.access.requirePermission(request, 'keys.generate')
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > KEYS_PER_GENERATION_MAX) {
    throw new CallError(400, 'COUNT_OUT_OF_RANGE', 'a count from 1 to 100')
  }
  requireOnSale(deps.editionIds, edition)
  await deps.db.transaction().execute(async (tx) => {
    await generateKeys(tx, deps.keyCipher, edition, count)
    await recordAudit(tx, {
      at: deps.clock(),
      actorId: userId,
      action: 'keys.generate',
      subject: { kind: 'edition', id: edition },
      facts: { count },
    })
  })
  return { success: true as const, message: successText('generate', count), count, refused: [] }
}

const STATUSES: Readonly<Record<RefusedKey['code'], number>> = {
  KEY_NOT_FOUND: 404,
  KEY_USED: 409,
  KEY_HELD: 409,
  KEY_RETIRED: 409,
  KEY_NOT_RETIRED: 409,
  KEY_GONE: 409,
}

/** For a single key a refusal is an error; for many, refused keys are listed in the reply. */
async function change(
  deps: KeyDeps,
  request: FastifyRequest,
  operation: KeyChange,
  {
    keyId,
    keyIds = [],
  }: { readonly keyId?: string | undefined; readonly keyIds?: readonly string[] | undefined },
) {
  const { userId: actorId } = await deps.access.requirePermission(request, PERMISSION_TO[operation])
  const ids = keyId === undefined ? keyIds : [keyId]
  const { done, refused } = await changeKeys(deps, operation, ids, actorId)
  const [only] = refused
  if (keyId !== undefined && only !== undefined) {
    throw new CallError(STATUSES[only.code], only.code, 'this key cannot be changed')
  }
  return {
    success: true as const,
    message: successText(operation, done.length),
    count: done.length,
    refused: [...refused],
  }
}

async function reveal(
  { db, keyCipher, clock, access, limits }: KeyDeps,
  request: FastifyRequest,
  keyId: string,
) {
  const { userId, role } = await access.requirePermission(request, 'keys.reveal')
  await enforceLimit(limits, 'key-reveals', userId)
  const key = await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('game_keys')
      .select(['id', 'game_edition', 'sealed_key', 'sealed_with', 'handed_at'])
      .where('id', '=', keyId)
      .executeTakeFirst()
    if (row === undefined) throw new CallError(404, 'KEY_NOT_FOUND', 'there is no such key')
    // a buyer's question is about a key that was sold; free ones are stock
    if (row.handed_at === null && !may(role, 'keys.plain'))
      throw new CallError(403, 'FORBIDDEN', 'your role may see sold keys only')
    const subject = { kind: 'key', id: keyId } as const
    await recordAudit(tx, { at: clock(), actorId: userId, action: 'keys.reveal', subject })
    return keyCipher.open(row)
  })
  return { success: true as const, key }
}

/** The message depends on the action, also if nothing else of the request could be parsed. */
function wordFailure(code: ErrorCode, request: FastifyRequest): string {
  return failureText(actionOf(request), code)
}

function actionOf({ method, query, body }: FastifyRequest): KeyAction {
  if (method === 'DELETE') return 'delete'
  const given: unknown = [query, body].find(
    (one) => typeof one === 'object' && one !== null && 'action' in one,
  )
  const action = (given as { readonly action?: unknown } | undefined)?.action
  const actions: readonly KeyAction[] = ['stats', 'list', 'generate', 'retire', 'restore', 'reveal']
  return actions.find((one) => one === action) ?? 'list'
}
