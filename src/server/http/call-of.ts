import type * as z from 'zod'
import { Failure } from '#shared/api.ts'

/**
 * What a call takes and answers, to be spread into the options of its route: Fastify checks both, and the description of the
 * calls shows them.
 */
export function callOf<Reply extends z.ZodType, Asked extends Partial<Record<Part, z.ZodType>>>(
  reply: Reply,
  asked: Asked,
) {
  return { schema: { ...asked, response: { 200: reply, '4xx': Failure } } }
}

type Part = 'params' | 'body' | 'querystring'
