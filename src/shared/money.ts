/** An amount of a coin in its smallest unit: satoshi, wei, or USDT's 10^-6 or 10^-18. Never a float, never negative. */
export type Atoms = bigint & { readonly unit: 'atoms' }

/** An amount in US cents. A safe integer, never a float. */
export type Cents = number & { readonly unit: 'cents' }

/** The price of one whole coin in US dollars times 10^8, so that rates are integers as well. */
export type Rate = bigint & { readonly unit: 'usd-e8' }

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

/** Formats cents as dollars with two decimals: `'127.98'`. */
export function formatCents(amount: Cents): string {
  const digits = String(amount).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Converts cents to the number used in JSON, such as `127.98`: the double nearest to the exact value.
 * For display and JSON only; nothing is ever computed with it.
 */
export function centsToNumber(amount: Cents): number {
  return Number(formatCents(amount))
}

/**
 * Converts a JSON number of dollars to cents, exactly.
 *
 * @returns null if the number has more than two decimals or is out of range.
 */
export function centsFromNumber(dollars: number): Cents | null {
  const scaled = Math.round(dollars * 100) + 0 // −0 + 0 is 0
  if (!Number.isSafeInteger(scaled) || scaled < 0) return null
  return centsToNumber(scaled as Cents) === dollars ? (scaled as Cents) : null
}

/**
 * Converts a price to a coin, rounded up to the decimals the coin shows, so that the buyer never owes a hidden digit.
 *
 * @param price in cents.
 * @param rate of one whole coin, see {@link Rate}; above 0.
 * @param decimals of the coin's atoms.
 * @param shownDecimals the number of decimals that are shown at most: 8, or 6 for USDT.
 */
export function quote(price: Cents, rate: Rate, decimals: number, shownDecimals: number): Atoms {
  if (rate <= 0n) throw new RangeError('expected a rate above 0')
  const shown = BigInt(Math.min(decimals, shownDecimals))
  // price is 10^-2 USD, rate 10^-8 USD: units of the last shown decimal = price * 10^6 * 10^shown / rate
  const units = divideUp(BigInt(price) * 10n ** (6n + shown), rate)
  return atoms(units * 10n ** (BigInt(decimals) - shown))
}

/**
 * Computes the value of an amount of a coin in cents, rounded down.
 *
 * @param rate of one whole coin, see {@link Rate}.
 */
export function valueInCents(amount: Atoms, rate: Rate, decimals: number): Cents {
  return cents(Number((amount * rate) / 10n ** (BigInt(decimals) + 6n)))
}

/** Divides integers and rounds up, for `divisor` above 0 and `dividend` of 0 or more. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

/** Formats a rate as a decimal number of dollars, exactly: {@link parseRate} reads it. */
export function formatRate(rate: Rate): string {
  return formatAmount(rate as bigint as Atoms, 8)
}

/** Parses a rate such as `'60000'` or `'0.9998'` (dollars for one coin) exactly, with at most 8 decimals. */
export function parseRate(text: string): Rate {
  return parseAmount(text, 8) as bigint as Rate
}
