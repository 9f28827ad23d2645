import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Bulletins } from '#server/db/schema.ts'
import { USD } from '#shared/currency.ts'
import type { BulletinContent, BulletinKind, BulletinTexts, WrongPrices } from '#shared/bulletins-api.ts'

/** A bulletin as it is stored. */
export type BulletinRecord = Selectable<Bulletins>

/** Locks a bulletin until the transaction ends; null if there is none. */
export async function lockBulletin(tx: Db, id: string): Promise<BulletinRecord | null> {
  const record = await tx
    .selectFrom('bulletins')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return record ?? null
}

/** What a bulletin says, and to whom. */
export function contentOf({ kind, editions, texts, prices }: BulletinRecord): BulletinContent {
  // a check of the table, and the schema of the request that wrote them; before prices had currencies, all were in dollars
  return {
    ...{ kind: kind as BulletinKind, editions, texts: texts as unknown as BulletinTexts },
    ...(prices === null
      ? {}
      : { prices: { currency: USD, ...(prices as unknown as Omit<WrongPrices, 'currency'>) } }),
  }
}
