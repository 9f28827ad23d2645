import { sql, type RawBuilder } from 'kysely'

/**
 * Addresses as an array of PostgreSQL, sent as one text: pg quotes each element of an array, and no address has a comma. A subquery
 * hides it from plans, which would estimate for each address how often it occurs.
 */
export function arrayOfAddresses(
  addresses: readonly string[],
  { isLowerCase = false } = {},
): RawBuilder<string[]> {
  const text = addresses.join(',')
  return sql<string[]>`(select string_to_array(${isLowerCase ? text.toLowerCase() : text}, ','))::text[]`
}

/** The addresses of a text that PostgreSQL joined with commas; null is none. One text costs a tenth of a row for each. */
export function splitAddresses(text: string | null | undefined): readonly string[] {
  return text === null || text === undefined ? [] : text.split(',')
}
