import type { Db } from '#server/db/database.ts'
import type { EditionId } from '#shared/editions.ts'
import type { KeyHold } from '#shared/key-release-api.ts'
import { countWaitingOrders } from './waiting-orders.ts'

/**
 * Lists whether keys are held, by edition.
 *
 * @param onSale the editions on sale, listed first; then those that keys are held of, or that orders wait for.
 */
export async function listKeyHolds(db: Db, onSale: readonly EditionId[]): Promise<KeyHold[]> {
  const [rows, waiting] = await Promise.all([
    db
      .selectFrom('editions')
      .select(['id', 'keys_held_since', 'keys_released_at', 'keys_released_orders'])
      .orderBy('id')
      .execute(),
    countWaitingOrders(db),
  ])
  const holds = rows.map(
    ({
      id,
      keys_held_since: heldAt,
      keys_released_at: releasedAt,
      keys_released_orders: orders,
    }): KeyHold => ({
      edition: id,
      heldSince: heldAt?.toISOString() ?? null,
      ...(waiting.get(id) ?? { orders: 0, copies: 0 }),
      released: releasedAt === null ? null : { at: releasedAt.toISOString(), orders: orders ?? 0 },
    }),
  )
  const others = holds.filter(
    (one) => !onSale.includes(one.edition) && (one.heldSince !== null || one.orders > 0),
  )
  return [...onSale.flatMap((id) => holds.filter((one) => one.edition === id)), ...others]
}
