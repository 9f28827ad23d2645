import { randomInt, randomUUID } from 'node:crypto'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { DISCOUNTED_MIN_CENTS } from '#shared/discounts.ts'
import type { DiscountContent, DiscountCreation } from '#shared/discounts-api.ts'
import type { Currency } from '#shared/currency.ts'
import type { Edition } from '#shared/editions.ts'
import { priceIn } from '#shared/offered-prices.ts'

/** The alphabet of keys: nothing that is read as something else, no vowels. 12 of 28 characters have 57 bits. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ23456789'
const LENGTH = 12

interface CreatedCode {
  readonly id: string
  readonly code: string
}

/** Who creates codes, when, and for which editions. */
interface CreatedBy {
  readonly actorId: string | null
  readonly now: Date
  readonly onSale: readonly Edition[]
  /** The shop's own. */
  readonly currency: Currency
}

/** The outcome of {@link createCodes}; only of a named code can there be another. */
export type CreateCodesResult =
  | { readonly kind: 'created'; readonly batchId: string | null; readonly codes: readonly CreatedCode[] }
  | { readonly kind: 'exists' }
  | { readonly kind: 'invalid'; readonly message: string }

/** Creates a named code, or a batch of generated ones, in one transaction with its audit. */
export async function createCodes(
  db: Db,
  { content, code, count }: DiscountCreation,
  by: CreatedBy,
): Promise<CreateCodesResult> {
  const { currency = by.currency } = content
  const fault = faultOf({ content, code, count }, { ...by, wanted: currency })
  if (fault !== null) return { kind: 'invalid', message: fault }
  const batchId = count > 1 ? randomUUID() : null
  const terms = {
    ...toColumns(content),
    currency,
    batch_id: batchId,
    created_at: by.now,
    created_by: by.actorId,
  }
  return db.transaction().execute(async (tx) => {
    const codes =
      code === null ? await insertGenerated(tx, terms, count) : await insertNamed(tx, { ...terms, code })
    if (codes === null) return { kind: 'exists' }
    await recordAudit(tx, {
      at: by.now,
      actorId: by.actorId,
      action: 'discount.create',
      subject: { kind: 'discount', id: batchId ?? codes[0]?.id ?? '' },
      facts: {
        name: content.name,
        count,
        percent: content.percent,
        amountCents: content.amountCents,
        currency,
      },
    })
    return { kind: 'created', batchId, codes }
  })
}

/** What no order could use; null if there is nothing. */
function faultOf(
  { content, code, count }: DiscountCreation,
  { onSale, currency, wanted }: Pick<CreatedBy, 'onSale' | 'currency'> & { readonly wanted: Currency },
): string | null {
  if (code !== null && count > 1) return 'a named code is one code: leave out the code, or the count'
  const editions = content.edition === null ? onSale : onSale.filter(({ id }) => id === content.edition)
  if (editions.length === 0) return `there is no edition ${content.edition ?? ''} on sale`
  const prices = editions
    .map((edition) => priceIn(edition, wanted, currency))
    .filter((price) => price !== null)
  if (prices.length === 0) return `there are no prices in ${wanted}`
  const least = Math.min(...prices)
  if (content.amountCents !== null && least - content.amountCents < DISCOUNTED_MIN_CENTS)
    return `the amount leaves less than ${String(DISCOUNTED_MIN_CENTS)} cents of a copy that costs ${String(least)} cents`
  return null
}

function toColumns(content: DiscountContent) {
  const at = (text: string | null) => (text === null ? null : new Date(text))
  return {
    name: content.name,
    percent: content.percent,
    amount_cents: content.amountCents,
    edition: content.edition,
    uses_max: content.uses,
    uses_per_mailbox: content.usesPerMailbox,
    valid_from: at(content.from),
    valid_until: at(content.until),
  }
}

type Terms = ReturnType<typeof toColumns> & {
  readonly currency: Currency
  readonly batch_id: string | null
  readonly created_at: Date
  readonly created_by: string | null
}

async function insertNamed(tx: Db, row: Terms & { code: string }): Promise<readonly CreatedCode[] | null> {
  const added = await insertNew(tx, [row])
  return added.length === 0 ? null : added
}

/** Inserts generated codes; one that exists already is generated again. */
async function insertGenerated(tx: Db, terms: Terms, count: number): Promise<readonly CreatedCode[]> {
  const added: CreatedCode[] = []
  while (added.length < count) {
    const rows = Array.from({ length: count - added.length }, () => ({ ...terms, code: randomCode() }))
    added.push(...(await insertNew(tx, rows)))
  }
  return added
}

async function insertNew(tx: Db, rows: readonly (Terms & { code: string })[]) {
  return tx
    .insertInto('discount_codes')
    .values(rows)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(['id', 'code'])
    .execute()
}

function randomCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}
