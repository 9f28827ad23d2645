import type { Schema } from './type-text.ts'

interface Media {
  readonly schema?: Schema
}
interface Body {
  readonly required?: boolean
  readonly content?: Readonly<Record<string, Media>>
}
/** A parameter of a call. */
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

/** A call as Fastify describes it: its schemas, and its access rule. */
export interface RawCall {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Body
  readonly responses?: Readonly<Record<string, Body>>
  readonly 'x-rule'?: string
}
/** All calls of the shop, by path and method. */
export interface RawDescription {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, RawCall>>>>
}
