import type { FastifyError } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorCode, Failure } from '#shared/api.ts'
import { isUnavailable } from '#server/db/is-unavailable.ts'
import { CallError } from './app.ts'
import { CallOverdueError } from './limit-calls.ts'

interface FailureReply {
  readonly status: number
  readonly retryAfterS: number | null
  readonly body: Failure
}

/** Fields whose validation errors have their own code. */
const FIELD_CODES: Readonly<Record<string, ErrorCode>> = {
  userEmail: 'EMAIL_INVALID',
  email: 'EMAIL_INVALID',
  walletAddress: 'ADDRESS_INVALID',
  password: 'PASSWORD_INVALID',
  newPassword: 'PASSWORD_INVALID',
  'idempotency-key': 'IDEMPOTENCY_KEY_INVALID',
}

const RETRY_AFTER_S = 2

/** Turns an error into the reply of a failed call, without a stack or internal details. */
export function failureOf(error: unknown): FailureReply {
  if (error instanceof CallError) return refusal(error.status, error.code, error.message, error.retryAfterS)
  if (hasZodFastifySchemaValidationErrors(error)) return invalidField(error.validation)
  if (isUnavailable(error) || error instanceof CallOverdueError) {
    return refusal(
      503,
      'UNAVAILABLE',
      'The shop cannot reach its database right now. Please try again.',
      RETRY_AFTER_S,
    )
  }
  switch (statusOf(error)) {
    case 400:
      return error instanceof SyntaxError || codeOf(error).includes('JSON')
        ? refusal(400, 'BAD_JSON', 'The body is not valid JSON.')
        : refusal(400, 'BAD_REQUEST', 'The request is not valid.')
    case 413:
      return refusal(413, 'TOO_LARGE', 'The body is larger than 64 kB.')
    case 415:
      return refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'This call takes a body of type application/json.')
    default:
      return refusal(500, 'INTERNAL', 'Something went wrong on our side. Please try again.')
  }
}

function refusal(
  status: number,
  code: ErrorCode,
  error: string,
  retryAfterS: number | null = null,
): FailureReply {
  return { status, retryAfterS, body: { success: false, error, code } }
}

function invalidField(
  issues: readonly { readonly instancePath: string; readonly message?: string }[],
): FailureReply {
  const field = issues[0]?.instancePath.replace(/^\//, '').replaceAll('/', '.') ?? ''
  const message = issues[0]?.message ?? 'not valid'
  return refusal(400, FIELD_CODES[field] ?? 'BAD_REQUEST', field === '' ? message : `${field}: ${message}`)
}

function statusOf(error: unknown): number {
  return error instanceof Error && 'statusCode' in error ? Number((error as FastifyError).statusCode) : 500
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
