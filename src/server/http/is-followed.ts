import type { FastifyRequest } from 'fastify'

/** Whether a person opens an address in a browser, and no program calls it. */
export function isFollowed({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept?.includes('text/html') === true
}
