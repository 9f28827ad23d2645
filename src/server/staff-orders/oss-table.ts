import { EU_VAT_RATES } from '#shared/countries.ts'
import type { Currency } from '#shared/currency.ts'
import type { Cents } from '#shared/money.ts'
import { cents } from '#shared/money.ts'

/** A supply or a refund of a quarter. */
export interface OssEntry {
  /** Null: the buyer declared none. */
  readonly declared: string | null
  /** Of the network the declaration came from; null: unknown. */
  readonly network: string | null
  /** `'correction'`: a refund of a supply of an earlier quarter. Refunds are negative. */
  readonly kind: 'supply' | 'correction'
  readonly quarter: string
  readonly currency: Currency
  /** Prices include VAT. */
  readonly grossCents: number
}

/** A line of the table: one country and currency, and for corrections one quarter of supply. */
export interface OssLine {
  /** A code; `unknown`: no country was declared; `contradictory`: the network is of another country. */
  readonly country: string
  readonly kind: OssEntry['kind']
  /** Of the supply. */
  readonly quarter: string
  readonly entries: number
  /** In hundredths of a percent; null outside the European Union and where the country is not known. */
  readonly rate: number | null
  readonly currency: Currency
  readonly grossCents: number
  readonly netCents: number
  readonly vatCents: number
  /** Entries for which network and declaration agree. */
  readonly withTwoPieces: number
}

/** Sums supplies and corrections by country and currency. VAT is computed on the sum of a line, rounded half up. */
export function ossTable(entries: readonly OssEntry[]): readonly OssLine[] {
  const groups = Map.groupBy(
    entries,
    (one) => `${one.kind === 'supply' ? '0' : '1'} ${countryOf(one)} ${one.quarter} ${one.currency}`,
  )
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, some]) => {
      const [first] = some
      if (first === undefined) return []
      const country = countryOf(first)
      const rate = EU_VAT_RATES[country] ?? null
      const grossCents = some.reduce((sum, one) => sum + one.grossCents, 0)
      const netCents = rate === null ? grossCents : netOf(grossCents, rate)
      return {
        ...{ country, kind: first.kind, quarter: first.quarter, entries: some.length, rate },
        ...{ currency: first.currency, grossCents, netCents, vatCents: grossCents - netCents },
        withTwoPieces: some.filter((one) => one.declared !== null && one.declared === one.network).length,
      }
    })
}

function countryOf({ declared, network }: OssEntry): string {
  if (declared === null) return 'unknown'
  return network !== null && network !== declared ? 'contradictory' : declared
}

/** Whole cents without the VAT they contain. */
function netOf(grossCents: number, rate: number): number {
  const [gross, divisor] = [BigInt(Math.abs(grossCents)) * 10_000n, BigInt(10_000 + rate)]
  const net = Number((2n * gross + divisor) / (2n * divisor))
  return grossCents < 0 ? -net : net
}

/** Converts cents of a dollar to cents of a euro, rounded half up. @param dollarsE4 for one euro, times 10^4. */
export function toEuroCents(amount: number, dollarsE4: bigint): number {
  const scaled = BigInt(Math.abs(amount)) * 10_000n
  const euro = Number((2n * scaled + dollarsE4) / (2n * dollarsE4))
  return amount < 0 ? -euro : euro
}

/** A quarter such as `2026Q4`. */
export interface Quarter {
  readonly name: string
  /** The first moment, in UTC. */
  readonly from: Date
  /** The first moment after it. */
  readonly until: Date
}

/** @returns null if the text is not a quarter. */
export function parseQuarter(text: string): Quarter | null {
  const [, year, number] = /^(20\d\d)Q([1-4])$/.exec(text) ?? []
  if (year === undefined || number === undefined) return null
  const month = 3 * (Number(number) - 1)
  return {
    name: text,
    from: new Date(Date.UTC(Number(year), month, 1)),
    until: new Date(Date.UTC(Number(year), month + 3, 1)),
  }
}

/** The quarter of a moment in UTC: `2026Q4`. */
export function quarterOf(at: Date): string {
  return `${String(at.getUTCFullYear())}Q${String(Math.floor(at.getUTCMonth() / 3) + 1)}`
}

/** The smaller of what was ordered and what arrived: an accepted short payment is taxed as received. */
export function taxableCents(ordered: Cents, receivedCents: number): Cents {
  return receivedCents < ordered ? cents(receivedCents) : ordered
}
