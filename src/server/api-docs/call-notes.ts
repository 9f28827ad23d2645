import type { ErrorCode } from '#shared/api.ts'

/** A status and a code with which a call may be refused. */
export type Refusal = `${'400' | '401' | '403' | '404' | '409' | '413' | '415' | '429' | '503'} ${ErrorCode}`

/** Who a call without an access rule needs to know: cookies that other calls set. */
export type CookieScheme = 'order' | 'captchaPass' | 'pendingSignIn' | 'session'

/** What the description of a call says beyond its schemas. */
export interface CallNote {
  /** The name of the call for generated clients; unique within its document. */
  readonly id: string
  /** One line without a full stop. */
  readonly summary: string
  readonly description: string
  /** Refusals of its own; those that follow from its body, parameters and rule are added. */
  readonly refuses?: readonly Refusal[]
  readonly cookie?: CookieScheme
  /** The type of what is sent instead of JSON. */
  readonly sends?: 'application/octet-stream' | 'text/csv' | 'text/html' | 'text/plain'
  /** The types of body that it accepts; JSON by default. */
  readonly takes?: readonly string[]
  /** Header fields that it reads, by their name in {@link HEADERS}. */
  readonly headers?: readonly (keyof typeof HEADERS)[]
  /** Whether status 503 has the body of a success. */
  readonly sameBodyWith503?: boolean
  /** A body and a reply in place of those that are made from the schemas. */
  readonly body?: unknown
  readonly reply?: unknown
}

/** The notes of calls by method and path, such as `GET /data/payments/{id}`. */
type CallNotes = Readonly<Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, CallNote>>

/** The documents: what buyers and their browsers call, what programs call, and what the back office calls. */
export type DocumentName = 'shop' | 'programs' | 'office'

/** Calls that are told of together. */
export interface CallGroup {
  readonly document: DocumentName
  readonly name: string
  readonly description: string
  readonly calls: CallNotes
}

/** Header fields of requests. */
export const HEADERS = {
  idempotencyKey: {
    name: 'Idempotency-Key',
    description:
      'Chosen by the client, 8 to 200 printable characters. Sent again with the same body within 24 hours, the call answers with the order that exists; with another body it is refused.',
    schema: { type: 'string', minLength: 8, maxLength: 200 },
    example: 'order-7f3c9a1e',
  },
} as const
