import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { csvLine } from '#shared/csv.ts'
import { USD, type Currency } from '#shared/currency.ts'
import { cents, centsToNumber, formatCents } from '#shared/money.ts'
import { railOf, type NetworkId } from '#shared/rails.ts'
import { ossTable, quarterOf, taxableCents, toEuroCents, type OssEntry, type Quarter } from './oss-table.ts'
import { readBookFacts, valueOf } from './read-book-facts.ts'

const HEADING = [
  ...['country', 'kind', 'supply_quarter', 'rate_percent', 'entries', 'with_two_pieces_of_evidence'],
  ...['currency', 'gross', 'net', 'vat'],
]
const EURO: Currency = 'EUR'
const EURO_HEADING = ['net_eur', 'vat_eur']
const BATCH = 2000

interface SupplyRow {
  readonly id: string
  readonly crypto_network: NetworkId
  readonly price_cents: number
  readonly currency: Currency
}

interface RefundRow {
  readonly declared_country: string | null
  readonly network_country: string | null
  readonly delivered_at: Date
  readonly price_cents: number
  readonly currency: Currency
}

/**
 * Yields the supplies and refunds of a quarter by country as CSV lines with line ends, for a return to the one-stop shop. A
 * supply counts when its keys are delivered, a refund when its payment is verified.
 *
 * @param dollarsE4 dollars for one euro, times 10^4; null: no columns in euro.
 */
export async function* exportOss(db: Db, quarter: Quarter, dollarsE4: bigint | null): AsyncGenerator<string> {
  yield `${csvLine([...HEADING, ...(dollarsE4 === null ? [] : EURO_HEADING)])}\n`
  const entries = [...(await readSupplies(db, quarter)), ...(await readRefunds(db, quarter))]
  for (const line of ossTable(entries)) {
    const { country, kind, rate, currency, netCents, vatCents } = line
    yield `${csvLine([
      ...[
        country,
        kind,
        line.quarter,
        rate === null ? null : percent(rate),
        line.entries,
        line.withTwoPieces,
      ],
      ...[currency, ...[line.grossCents, netCents, vatCents].map((amount) => signed(amount, currency))],
      ...(dollarsE4 === null ? [] : [netCents, vatCents].map((amount) => euros(amount, currency, dollarsE4))),
    ])}\n`
  }
}

async function readSupplies(db: Db, { name, from, until }: Quarter): Promise<readonly OssEntry[]> {
  const entries: OssEntry[] = []
  const { rows } = await sql<SupplyRow>`
    select id, crypto_network, p.price_cents, currency from payments p
    where delivered_at >= ${from} and delivered_at < ${until}
    order by id`.execute(db)
  for (let start = 0; start < rows.length; start += BATCH) {
    const some = rows.slice(start, start + BATCH)
    const books = await readBookFacts(
      db,
      some.map(({ id }) => id),
    )
    for (const row of some) {
      const facts = books.get(row.id)
      const { decimals } = railOf(row.crypto_network)
      const { currency } = row
      const received = valueOf(facts?.received_value ?? 0n, currency, decimals)
      entries.push({
        declared: facts?.declared_country ?? null,
        network: facts?.network_country ?? null,
        kind: 'supply',
        quarter: name,
        currency,
        grossCents: taxableCents(cents(row.price_cents), received),
      })
    }
  }
  return entries
}

async function readRefunds(db: Db, { name, from, until }: Quarter): Promise<readonly OssEntry[]> {
  const { rows } = await sql<RefundRow>`
    select v.declared_country, v.network_country, p.delivered_at, p.currency, r.price_cents
    from refunds r join payments p on p.id = r.payment_id left join vat_evidence v on v.payment_id = p.id
    where r.status = 'verified' and r.verified_at >= ${from} and r.verified_at < ${until}
      and p.delivered_at is not null and r.price_cents > 0`.execute(db)
  return rows.map((row): OssEntry => {
    const quarter = quarterOf(row.delivered_at)
    return {
      declared: row.declared_country,
      network: row.network_country,
      kind: quarter === name ? 'supply' : 'correction',
      quarter,
      currency: row.currency,
      grossCents: -row.price_cents,
    }
  })
}

function percent(rate: number): string {
  return rate % 100 === 0 ? String(rate / 100) : formatCents(cents(rate), USD).replace(/0$/, '')
}

/** Negative for refunds; for output only, nothing is computed with it. */
function signed(amount: number, currency: Currency): number {
  const size = centsToNumber(cents(Math.abs(amount)), currency)
  return amount < 0 ? -size : size
}

/** Amounts in dollars are converted; what is in euros is that already, and of other currencies no rate is given. */
function euros(amount: number, currency: Currency, dollarsE4: bigint): number | null {
  if (currency !== USD && currency !== EURO) return null
  return signed(currency === USD ? toEuroCents(amount, dollarsE4) : amount, EURO)
}
