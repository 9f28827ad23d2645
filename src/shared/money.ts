import { currencyDecimals, USD, type Currency } from './currency.ts'

/** An amount of a coin in its smallest unit: satoshi, wei, or USDT's 10^-6 or 10^-18. Never a float, never negative. */
export type Atoms = bigint & { readonly unit: 'atoms' }

/**
 * An amount in the smallest unit of the currency that is named beside it: cents, pence, yen. A safe integer, never a float.
 * Without a currency beside it, see {@link UsdCents}.
 */
export type Cents = number & { readonly unit: 'cents' }

/** An amount in US cents: what limits are defined in, and what an order is worth to them. */
export type UsdCents = Cents & { readonly currency: 'USD' }

/** The price of one whole coin in a currency times 10^8, so that rates are integers as well. */
export type Rate = bigint & { readonly unit: 'e8' }

/** Thrown if a text is not an exact amount with the allowed number of decimals. */
export class AmountFormatError extends Error {
  readonly text: string
  readonly decimals: number
  constructor(text: string, decimals: number) {
    super(`expected a decimal number with at most ${String(decimals)} decimals, got "${text.slice(0, 80)}"`)
    this.name = 'AmountFormatError'
    this.text = text
    this.decimals = decimals
  }
}

/**
 * Brands a bigint as {@link Atoms}.
 *
 * @throws {RangeError} if `value` is negative.
 */
export function atoms(value: bigint): Atoms {
  if (value < 0n) throw new RangeError(`expected atoms of 0 or more, got ${String(value)}`)
  return value as Atoms
}

/**
 * Brands a number as {@link Cents}.
 *
 * @throws {RangeError} if `value` is not a safe integer of 0 or more.
 */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`expected whole cents of 0 or more, got ${String(value)}`)
  }
  return value as Cents
}

/** Brands a number as {@link UsdCents}, as {@link cents} does. */
export function usdCents(value: number): UsdCents {
  return cents(value) as UsdCents
}

/**
 * Parses a decimal amount into atoms, exactly: too many decimals are an error, never rounded.
 *
 * @param text such as `'0.00125'`; no sign, no exponent, no grouping.
 * @param decimals of the coin: 8 for BTC, 18 for ETH and BEP-20 USDT, 6 for ERC-20 and TRC-20 USDT.
 * @throws {AmountFormatError} if `text` has another form or more than `decimals` decimals.
 */
export function parseAmount(text: string, decimals: number): Atoms {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text)
  const whole = match?.[1]
  const fraction = match?.[2] ?? ''
  if (whole === undefined || fraction.length > decimals) throw new AmountFormatError(text, decimals)
  return BigInt(whole + fraction.padEnd(decimals, '0')) as Atoms
}

/**
 * Formats atoms as a plain decimal, exactly, without trailing zeros: `'0.00125'`, `'64'`.
 *
 * @param decimals of the coin.
 */
export function formatAmount(amount: Atoms, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Formats an amount with all decimals of its currency: `'127.98'` in euros, `'1280'` in yen. */
export function formatCents(amount: Cents, currency: Currency): string {
  const decimals = currencyDecimals(currency)
  if (decimals === 0) return String(amount)
  const digits = String(amount).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Formats US cents as dollars with two decimals: `'127.98'`. */
export function formatUsd(amount: UsdCents): string {
  return formatCents(amount, USD)
}

/**
 * Converts an amount to the number used in JSON, such as `127.98`: the double nearest to the exact value.
 * For display and JSON only; nothing is ever computed with it.
 */
export function centsToNumber(amount: Cents, currency: Currency): number {
  return Number(formatCents(amount, currency))
}

/**
 * Converts a JSON number of a currency, such as `127.98`, to its smallest unit, exactly.
 *
 * @returns null if the number has more decimals than the currency, or is out of range.
 */
export function centsFromNumber(amount: number, currency: Currency): Cents | null {
  const scaled = Math.round(amount * 10 ** currencyDecimals(currency)) + 0 // −0 + 0 is 0
  if (!Number.isSafeInteger(scaled) || scaled < 0) return null
  return centsToNumber(scaled as Cents, currency) === amount ? (scaled as Cents) : null
}

/** A coin as far as prices are converted to it. */
interface QuotedCoin {
  /** Of the coin's atoms. */
  readonly decimals: number
  /** The number of decimals that are shown at most: 8, or 6 for USDT. */
  readonly shownDecimals: number
}

/**
 * Converts a price to a coin, rounded up to the decimals the coin shows, so that the buyer never owes a hidden digit.
 *
 * @param currency of `price` and of `rate`.
 * @param rate of one whole coin, see {@link Rate}; above 0.
 */
export function quote(
  price: Cents,
  currency: Currency,
  rate: Rate,
  { decimals, shownDecimals }: QuotedCoin,
): Atoms {
  if (rate <= 0n) throw new RangeError('expected a rate above 0')
  const shown = BigInt(Math.min(decimals, shownDecimals))
  // the price is in 10^-d of the currency, the rate in 10^-8: units of the last shown decimal = price * 10^(8-d) * 10^shown / rate
  const scale = BigInt(8 - currencyDecimals(currency))
  const units = divideUp(BigInt(price) * 10n ** (scale + shown), rate)
  return atoms(units * 10n ** (BigInt(decimals) - shown))
}

/**
 * Computes the value of an amount of a coin in the smallest unit of a currency, rounded down.
 *
 * @param currency of `rate` and of the result.
 * @param rate of one whole coin, see {@link Rate}.
 * @param decimals of the coin's atoms.
 */
export function valueInCents(amount: Atoms, currency: Currency, rate: Rate, decimals: number): Cents {
  const scale = BigInt(8 - currencyDecimals(currency))
  return cents(Number((amount * rate) / 10n ** (BigInt(decimals) + scale)))
}

/**
 * Converts the dollars that one of a currency is worth to what its smallest unit is worth in US cents.
 *
 * @param dollarsPer times 10^8.
 * @returns US cents times 10^8: the same number for a currency of two decimals.
 */
export function centRate(dollarsPer: Rate, currency: Currency): Rate {
  return ((dollarsPer * 100n) / 10n ** BigInt(currencyDecimals(currency))) as Rate
}

/** What a price is worth in US cents, rounded up. @param rate as {@link centRate} computes it. */
export function worthAt(price: Cents, rate: Rate): UsdCents {
  return usdCents(Number(divideUp(BigInt(price) * rate, 100_000_000n)))
}

/** Divides integers and rounds up, for `divisor` above 0 and `dividend` of 0 or more. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

/** Formats a rate as a decimal number of its currency, exactly: {@link parseRate} reads it. */
export function formatRate(rate: Rate): string {
  return formatAmount(rate as bigint as Atoms, 8)
}

/** Parses a rate such as `'60000'` or `'0.9998'` (of a currency for one coin) exactly, with at most 8 decimals. */
export function parseRate(text: string): Rate {
  return parseAmount(text, 8) as bigint as Rate
}
