import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { normalizeCode } from '#shared/discounts.ts'
import { DISCOUNT_PAGE, type DiscountCode, type DiscountsQuery } from '#shared/discounts-api.ts'
import { IS_USE } from './is-use.ts'

interface CodeRow {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly batch_id: string | null
  readonly percent: number | null
  readonly amount_cents: number | null
  readonly currency: string
  readonly edition: string | null
  readonly uses_max: number | null
  readonly uses_per_mailbox: number | null
  readonly valid_from: Date | null
  readonly valid_until: Date | null
  readonly paused_at: Date | null
  readonly created_at: Date
  readonly used: bigint
  readonly made: bigint
  readonly sold: bigint
  readonly copies: bigint
  readonly revenue: bigint
  readonly discount: bigint
  readonly taken: DiscountCode['taken']
}

/** Lists a page of codes, newest first, with what came of them. */
export async function listCodes(
  db: Db,
  { page, q, batch }: DiscountsQuery,
  now: Date,
): Promise<{ readonly codes: readonly DiscountCode[]; readonly total: number }> {
  const wanted = conditionOf(q, batch)
  const { rows } = await sql<CodeRow>`${withUses(sql`
    select * from discount_codes where ${wanted}
    order by created_at desc, code limit ${DISCOUNT_PAGE} offset ${(page - 1) * DISCOUNT_PAGE}`)}`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*)::integer as total from discount_codes where ${wanted}`.execute(db)
  return { codes: rows.map((row) => toCode(row, now)), total: counted.rows[0]?.total ?? 0 }
}

/** All codes of a batch, or all there are, with what came of them. */
export async function readCodes(db: Db, batch: string | null, now: Date): Promise<readonly DiscountCode[]> {
  const wanted = batch === null ? sql`true` : sql`batch_id = ${batch}::uuid`
  const codes = sql`select * from discount_codes where ${wanted} order by created_at desc, code`
  const { rows } = await sql<CodeRow>`${withUses(codes)}`.execute(db)
  return rows.map((row) => toCode(row, now))
}

/** Codes whose text begins with what was typed, or whose name contains it. */
function conditionOf(q: string, batch: string | undefined): RawBuilder<unknown> {
  const isOfBatch = batch === undefined ? sql`true` : sql`batch_id = ${batch}::uuid`
  if (q === '') return isOfBatch
  return sql`${isOfBatch} and (starts_with(code, ${normalizeCode(q)}) or position(lower(${q}) in lower(name)) > 0)`
}

/** Sold: confirmed, also where it was refunded later, as in all statistics. */
function withUses(codes: RawBuilder<unknown>): RawBuilder<CodeRow> {
  return sql<CodeRow>`
    select c.*, u.* from (${codes}) c cross join lateral (
      select
        coalesce(sum(used), 0)::bigint as used,
        coalesce(sum(made), 0)::bigint as made,
        coalesce(sum(sold), 0)::bigint as sold,
        coalesce(sum(copies), 0)::bigint as copies,
        coalesce(sum(revenue) filter (where currency = c.currency), 0)::bigint as revenue,
        coalesce(sum(discount) filter (where currency = c.currency), 0)::bigint as discount,
        coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'cents', discount) order by discount desc)
          filter (where sold > 0), '[]') as taken
      from (
        select currency,
          count(*) filter (where ${IS_USE}) as used,
          count(*) as made,
          count(*) filter (where is_sold) as sold,
          coalesce(sum(quantity) filter (where is_sold), 0) as copies,
          coalesce(sum(price_cents) filter (where is_sold), 0) as revenue,
          coalesce(sum(discount_cents) filter (where is_sold), 0) as discount
        from (
          select status, delivered_at, quantity, p.price_cents, discount_cents, p.currency,
            confirmed_at is not null and status in ('confirmed', 'refunded') as is_sold
          from payments p where discount_code_id = c.id
        ) orders group by currency
      ) by_currency
    ) u order by c.created_at desc, c.code`
}

function stateOf(row: CodeRow, now: Date): DiscountCode['state'] {
  if (row.paused_at !== null) return 'paused'
  if (row.valid_until !== null && row.valid_until <= now) return 'ended'
  if (row.valid_from !== null && row.valid_from > now) return 'planned'
  return row.uses_max !== null && row.used >= row.uses_max ? 'usedUp' : 'active'
}

function toCode(row: CodeRow, now: Date): DiscountCode {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    batchId: row.batch_id,
    percent: row.percent,
    amountCents: row.amount_cents,
    currency: row.currency,
    edition: row.edition,
    uses: row.uses_max,
    usesPerMailbox: row.uses_per_mailbox,
    from: row.valid_from?.toISOString() ?? null,
    until: row.valid_until?.toISOString() ?? null,
    pausedAt: row.paused_at?.toISOString() ?? null,
    state: stateOf(row, now),
    createdAt: row.created_at.toISOString(),
    used: Number(row.used),
    made: Number(row.made),
    sold: Number(row.sold),
    copies: Number(row.copies),
    revenueCents: Number(row.revenue),
    discountCents: Number(row.discount),
    taken: row.taken,
  }
}
