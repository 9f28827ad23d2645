import * as z from 'zod'

/** The form of {@link hashField}. */
export const HASH = /^[0-9a-f]{64}$/
/** A hash of a block or a transaction. */
export const hashField = z.string().regex(HASH)
/** A block's height. */
export const heightField = z.int().nonnegative()
/** Seconds since 1970, up to the year 2242. */
export const timeField = z
  .int()
  .nonnegative()
  .max(2 ** 33)
/** The form of an address; a node's text that is no address would otherwise be a payment to nobody. */
export const ADDRESS = /^(?:[a-z]{2,4}1[02-9ac-hj-np-z]{6,87}|[1-9A-HJ-NP-Za-km-z]{25,36})$/
/** An address. */
export const addressField = z.string().regex(ADDRESS)
