import { USD } from '#shared/currency.ts'
import type { Db } from '#server/db/database.ts'
import { createCodes } from '#server/discounts/create-codes.ts'
import { DiscountCreation } from '#shared/discounts-api.ts'
import type { Edition } from '#shared/editions.ts'
import { testEditions } from './editions.ts'

type CodeOptions = Partial<DiscountCreation['content']> & {
  readonly now?: Date
  readonly onSale?: readonly Edition[]
}

/** Stores a discount code of 25 percent, unless the content says otherwise. @returns its id. */
export async function newCode(
  db: Db,
  code: string,
  { now = new Date(), onSale = testEditions(), ...content }: CodeOptions = {},
): Promise<string> {
  const usual = { name: 'Creator', percent: 25, amountCents: null, edition: null, uses: null } as const
  const rest = { usesPerMailbox: null, from: null, until: null }
  const wanted = DiscountCreation.parse({ code, count: 1, content: { ...usual, ...rest, ...content } })
  const created = await createCodes(db, wanted, {
    actorId: null,
    now,
    onSale,
    currency: USD,
  })
  const id = created.kind === 'created' ? created.codes[0]?.id : undefined
  if (id === undefined) throw new Error(`expected a code, got ${JSON.stringify(created)}`)
  return id
}
