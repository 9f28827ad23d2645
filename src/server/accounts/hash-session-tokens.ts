import { createHash } from 'node:crypto'
import type { BetterAuthPlugin, DBAdapter, DBTransactionAdapter, Where } from 'better-auth'

/** The form in which a session token is stored: SHA-256 in hexadecimal. A token has 190 bits, so it needs no salt. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * Stores hashes in place of session tokens: a copy of the database then contains no token that a cookie could carry.
 * better-auth writes and looks up sessions by their token and has no option to hash it, so the methods of its adapter are
 * replaced: tokens are hashed on the way in, and what is found by a token has that token again on the way out.
 */
export const HASHED_SESSION_TOKENS: BetterAuthPlugin = {
  id: 'hashed-session-tokens',
  init: ({ adapter }) => {
    // in place, since better-auth has handed this object to its other parts already
    Object.assign(adapter, hashingAdapter({ ...adapter }))
  },
}

function hashingAdapter(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    ...hashing(adapter),
    transaction: (work) => adapter.transaction((tx) => work({ ...tx, ...hashing(tx) })),
  }
}

const SESSION = 'session'
const TOKEN = 'token'

function hashing(adapter: DBTransactionAdapter): DBTransactionAdapter {
  return {
    ...adapter,
    create: async <T extends object, R = T>(call: CreateCall<T>): Promise<R> => {
      const token = call.model === SESSION ? tokenIn(call.data) : null
      const made = await adapter.create<T, R>({
        ...call,
        data: token === null ? call.data : withHash(call.data),
      })
      return withToken(made, token === null ? [] : [token])
    },
    findOne: async (call) => withToken(await adapter.findOne(hashedCall(call)), tokensIn(call)),
    findMany: async (call) => withToken(await adapter.findMany(hashedCall(call)), tokensIn(call)),
    count: (call) => adapter.count(hashedCall(call)),
    update: async (call) => withToken(await adapter.update(hashedCall(call)), tokensIn(call)),
    updateMany: (call) => adapter.updateMany(hashedCall(call)),
    delete: (call) => adapter.delete(hashedCall(call)),
    deleteMany: (call) => adapter.deleteMany(hashedCall(call)),
    consumeOne: async (call) => withToken(await adapter.consumeOne(hashedCall(call)), tokensIn(call)),
    incrementOne: async (call) => withToken(await adapter.incrementOne(hashedCall(call)), tokensIn(call)),
  }
}

interface CreateCall<T> {
  readonly model: string
  readonly data: Omit<T, 'id'>
  readonly select?: string[] | undefined
  readonly forceAllowId?: boolean | undefined
}

interface Call {
  readonly model: string
  readonly where?: Where[] | undefined
}

function tokenIn(data: object): string | null {
  return TOKEN in data && typeof data.token === 'string' ? data.token : null
}

function withHash<T extends object>(data: T): T {
  const token = tokenIn(data)
  return token === null ? data : { ...data, token: hashSessionToken(token) }
}

/** The tokens that a call looks for. */
function tokensIn({ model, where = [] }: Call): readonly string[] {
  if (model !== SESSION) return []
  return where
    .filter(({ field }) => field === TOKEN)
    .flatMap(({ value }) => [value].flat())
    .filter((value) => typeof value === 'string')
}

function hashedCall<C extends Call>(call: C): C {
  if (call.model !== SESSION || call.where === undefined) return call
  return { ...call, where: call.where.map((one) => (one.field === TOKEN ? hashedWhere(one) : one)) }
}

function hashedWhere(where: Where): Where {
  const { value } = where
  if (typeof value === 'string') return { ...where, value: hashSessionToken(value) }
  if (Array.isArray(value)) return { ...where, value: value.map((one) => hashSessionToken(String(one))) }
  return where
}

/** Gives what was found by a token that token back; others keep the hash, with which no session can be used. */
function withToken<T>(found: T, tokens: readonly string[]): T {
  if (tokens.length === 0) return found
  if (Array.isArray(found)) return found.map((one: unknown) => withToken(one, tokens)) as T
  if (typeof found !== 'object' || found === null) return found
  const hash = tokenIn(found)
  const token = tokens.find((one) => hashSessionToken(one) === hash)
  return token === undefined ? found : { ...found, token }
}
