import type { FastifyRequest } from 'fastify'
import { IdempotencyKey } from '#shared/api.ts'
import { CallError } from './app.ts'

type Headers = FastifyRequest['headers']

/** The header `Idempotency-Key`, or null without one. @throws {CallError} 400 for one that is none. */
export function idempotencyKeyOf(headers: Headers): string | null {
  const header = headers['idempotency-key']
  if (header === undefined) return null
  const parsed = IdempotencyKey.safeParse(header)
  if (parsed.success) return parsed.data
  throw new CallError(400, 'IDEMPOTENCY_KEY_INVALID', 'Idempotency-Key must be 8 to 200 printable characters')
}

/** The same for a call that must have one, since its answer may get lost. */
export function requireIdempotencyKey(headers: Headers): string {
  const key = idempotencyKeyOf(headers)
  if (key !== null) return key
  const message =
    'expected the header Idempotency-Key: 8 to 200 printable characters, the same when you repeat the call'
  throw new CallError(400, 'IDEMPOTENCY_KEY_INVALID', message)
}
