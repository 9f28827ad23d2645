import type { Db } from '#server/db/database.ts'
import { announce } from '#server/live/announce.ts'
import { CHAINS } from '#shared/chains.ts'

/**
 * Announces that there are more keys to sell. The chains are polled, since a poll delivers the orders that wait for keys;
 * otherwise they would wait for the next poll of a chain that may be idle.
 */
export async function announceNewKeys(db: Db): Promise<void> {
  await announce(db, 'keys', ...CHAINS.map((chain) => `look:${chain}` as const))
}
