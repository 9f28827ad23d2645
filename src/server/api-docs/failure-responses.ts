import * as z from 'zod'
import { Failure, type ErrorCode } from '#shared/api.ts'
import { needsConfirmation, PERMISSIONS, type Permission } from '#shared/permissions.ts'
import type { CallNote, Refusal } from './call-notes.ts'
import type { RawCall } from './raw-description.ts'
import { FAILURE_MEANINGS } from './failure-meanings.ts'
import { tidySchema } from './tidy-schema.ts'
import type { Schema } from './type-text.ts'

/** The body of a failed call. */
export const FAILURE_SCHEMA = {
  ...tidySchema(z.toJSONSchema(Failure) as Schema),
  description: 'The body of every failed call. Go by the code; the sentence is for people and may change.',
}

/** Of these the header says how long to wait. */
const WITH_RETRY_AFTER: readonly string[] = ['429', '503']

/**
 * The refusals of a call, each once: those of its note, and those that follow from its form. What has a body may be
 * malformed, too large or of another type; what has parameters may have wrong ones; what has a rule needs its caller.
 * Any call may find the database unavailable.
 *
 * @param name such as `POST /functions/open-order`.
 */
export function refusalsOf(
  name: string,
  call: RawCall,
  { refuses = [], sameBodyWith503 = false }: CallNote,
): readonly Refusal[] {
  const [method = ''] = name.split(' ')
  const refusals: readonly Refusal[] = [
    ...formRefusals(method, call),
    ...ruleRefusals(method, call['x-rule']),
    ...refuses,
    ...(sameBodyWith503 ? [] : (['503 UNAVAILABLE'] as const)),
  ]
  return [...new Set(refusals)]
}

function formRefusals(method: string, { requestBody, parameters = [] }: RawCall): readonly Refusal[] {
  return [
    ...(method === 'GET' ? [] : (['400 BAD_JSON', '413 TOO_LARGE', '415 UNSUPPORTED_MEDIA_TYPE'] as const)),
    ...(requestBody === undefined && parameters.length === 0 ? [] : (['400 BAD_REQUEST'] as const)),
  ]
}

function ruleRefusals(method: string, rule: string | undefined): readonly Refusal[] {
  if (rule === undefined) return []
  if (rule.startsWith('token ')) return ['401 UNAUTHORIZED', '403 FORBIDDEN', '429 RATE_LIMITED']
  if (!isPermission(rule)) return ['401 UNAUTHORIZED', '403 FORBIDDEN']
  return [
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '403 SECOND_FACTOR_REQUIRED',
    ...(needsConfirmation(rule, method) ? (['403 CONFIRM_REQUIRED'] as const) : []),
  ]
}

function isPermission(rule: string): rule is Permission {
  return Object.hasOwn(PERMISSIONS, rule)
}

/** The responses of failures by status, each with its codes and an example of each. */
export function failureResponses(refusals: readonly Refusal[]): Readonly<Record<string, object>> {
  const byStatus = new Map<string, ErrorCode[]>()
  for (const refusal of refusals) {
    const [status = '', code = ''] = refusal.split(' ')
    byStatus.set(status, [...(byStatus.get(status) ?? []), code as ErrorCode])
  }
  const described = [...byStatus].map(([status, codes]) => [status, failureResponse(status, codes)] as const)
  const refusesNobody = ![...byStatus.keys()].some((status) => status.startsWith('4'))
  return { ...Object.fromEntries(described), ...(refusesNobody ? { 431: HEADERS_TOO_LARGE } : {}) }
}

function failureResponse(status: string, codes: readonly ErrorCode[]): object {
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Failure' },
      { type: 'object', properties: { code: { type: 'string', enum: codes } } },
    ],
  }
  const examples = Object.fromEntries(
    codes.map((code) => [code, { value: { success: false, error: FAILURE_MEANINGS[code], code } }]),
  )
  return {
    description: codes.map((code) => `\`${code}\`: ${FAILURE_MEANINGS[code]}`).join('\n\n'),
    ...(WITH_RETRY_AFTER.includes(status) ? { headers: { 'Retry-After': RETRY_AFTER } } : {}),
    content: { 'application/json': { schema, examples } },
  }
}

const RETRY_AFTER = {
  description: 'How long to wait, in seconds.',
  schema: { type: 'integer', minimum: 1 },
  example: 2,
}

/** The one refusal of calls that refuse nobody. Node writes it before the call is known, so it is no failure of the shop. */
const HEADERS_TOO_LARGE = {
  description: 'The header fields of the request are larger than 16 kB.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          statusCode: { type: 'integer', enum: [431] },
          error: { type: 'string' },
          message: { type: 'string' },
        },
        required: ['statusCode', 'error', 'message'],
      },
      example: {
        statusCode: 431,
        error: 'Request Header Fields Too Large',
        message: 'Exceeded maximum allowed HTTP header size',
      },
    },
  },
}
