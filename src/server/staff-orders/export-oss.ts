import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { csvLine } from '#shared/csv.ts'
import { cents, centsToNumber, formatCents } from '#shared/money.ts'
import { railOf, type NetworkId } from '#shared/rails.ts'
import { ossTable, quarterOf, taxableCents, toEuroCents, type OssEntry, type Quarter } from './oss-table.ts'
import { readBookFacts } from './read-book-facts.ts'

const HEADING = [
  ...['country', 'kind', 'supply_quarter', 'rate_percent', 'entries', 'with_two_pieces_of_evidence'],
  ...['gross_usd', 'net_usd', 'vat_usd'],
]
const EURO_HEADING = ['net_eur', 'vat_eur']
const BATCH = 2000

interface SupplyRow {
  readonly id: string
  readonly crypto_network: NetworkId
  readonly price_usd_cents: number
}

interface RefundRow {
  readonly declared_country: string | null
  readonly network_country: string | null
  readonly delivered_at: Date
  readonly price_cents: number
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
    const { country, kind, rate, netCents, vatCents } = line
    yield `${csvLine([
      ...[
        country,
        kind,
        line.quarter,
        rate === null ? null : percent(rate),
        line.entries,
        line.withTwoPieces,
      ],
      ...[signed(line.grossCents), signed(netCents), signed(vatCents)],
      ...(dollarsE4 === null
        ? []
        : [signed(toEuroCents(netCents, dollarsE4)), signed(toEuroCents(vatCents, dollarsE4))]),
    ])}\n`
  }
}

async function readSupplies(db: Db, { name, from, until }: Quarter): Promise<readonly OssEntry[]> {
  const entries: OssEntry[] = []
  const { rows } = await sql<SupplyRow>`
    select id, crypto_network, price_usd_cents from payments
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
      const received = Number((facts?.received_value ?? 0n) / 10n ** BigInt(decimals + 6))
      entries.push({
        declared: facts?.declared_country ?? null,
        network: facts?.network_country ?? null,
        kind: 'supply',
        quarter: name,
        grossCents: taxableCents(cents(row.price_usd_cents), received),
      })
    }
  }
  return entries
}

async function readRefunds(db: Db, { name, from, until }: Quarter): Promise<readonly OssEntry[]> {
  const { rows } = await sql<RefundRow>`
    select v.declared_country, v.network_country, p.delivered_at, r.price_cents
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
      grossCents: -row.price_cents,
    }
  })
}

function percent(rate: number): string {
  return rate % 100 === 0 ? String(rate / 100) : formatCents(cents(rate)).replace(/0$/, '')
}

/** Negative for refunds; for output only, nothing is computed with it. */
function signed(amount: number): number {
  const dollars = centsToNumber(cents(Math.abs(amount)))
  return amount < 0 ? -dollars : dollars
}
