import type { EditionId } from '#shared/editions.ts'
import { CallError } from './app.ts'

/** @throws {CallError} `BAD_REQUEST` where a call names an edition that is not on sale. */
export function requireOnSale(editionIds: readonly EditionId[], edition: EditionId): void {
  if (editionIds.includes(edition)) return
  throw new CallError(
    400,
    'BAD_REQUEST',
    `expected an edition on sale (${editionIds.join(', ')}), got ${edition}`,
  )
}
