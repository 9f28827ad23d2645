import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { lockOrder } from '#server/payments/lock-order.ts'
import { isCountry } from '#shared/countries.ts'

/** A buyer's statement of the country they live in. */
export interface CountryDeclaration {
  readonly country: string
  /** The country of the network it came from, as the reverse proxy reports it; null: unknown. */
  readonly networkCountry: string | null
  readonly at: Date
}

/**
 * Stores where a buyer lives. It may be corrected until the keys are delivered: the tax of a supply does not change afterwards.
 *
 * @returns `'kept'` if another country was declared before the delivery.
 */
export function declareCountry(
  db: Db,
  orderId: string,
  { country, networkCountry, at }: CountryDeclaration,
): Promise<'stored' | 'kept'> {
  return db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const { rows } = await sql<{ declared_country: string }>`
      insert into vat_evidence as v (payment_id, declared_country, declared_at, network_country)
      values (${orderId}, ${country}, ${at}, ${networkCountry})
      on conflict (payment_id) do update set declared_country = excluded.declared_country,
        declared_at = excluded.declared_at, network_country = excluded.network_country
      where ${order?.delivered_at === null}
      returning declared_country`.execute(tx)
    if (rows.length > 0) return 'stored'
    const known = await readCountry(tx, orderId)
    return known === country ? 'stored' : 'kept'
  })
}

/** The country that a buyer declared; null if none. */
export async function readCountry(db: Db, orderId: string): Promise<string | null> {
  const row = await db
    .selectFrom('vat_evidence')
    .select('declared_country')
    .where('payment_id', '=', orderId)
    .executeTakeFirst()
  return row?.declared_country ?? null
}

/** The country in a header that the reverse proxy sets; null if it names none, such as `XX` for unknown and `T1` for Tor. */
export function networkCountryOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string | null,
): string | null {
  const value = name === null ? undefined : headers[name.toLowerCase()]
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return isCountry(code) ? code : null
}
