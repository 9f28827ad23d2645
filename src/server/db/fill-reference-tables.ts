import { sql } from 'kysely'
import { LANGUAGES } from '#shared/languages.ts'
import { ASSETS } from '#shared/assets.ts'
import { CHAINS } from '#shared/chains.ts'
import { RAILS } from '#shared/rails.ts'
import type { Db } from './database.ts'

/** The names that columns of orders, transfers and the like may hold, as the code's tables list them. */
export interface ReferenceNames {
  readonly languages: readonly string[]
  readonly chains: readonly string[]
  readonly assets: readonly string[]
  readonly rails: readonly { readonly network: string; readonly coin: string; readonly wallet: string }[]
}

const NAMES_OF_THIS_RELEASE: ReferenceNames = {
  languages: LANGUAGES,
  chains: CHAINS,
  assets: ASSETS,
  rails: RAILS,
}

/**
 * Adds missing names to the reference tables, so that the database accepts them. Existing rows stay, including those that
 * this release no longer has: old orders refer to them, and another release may run beside this one.
 */
export async function fillReferenceTables(
  db: Db,
  { languages, chains, assets, rails }: ReferenceNames = NAMES_OF_THIS_RELEASE,
): Promise<void> {
  const networks = rails.map((rail) => rail.network)
  const coins = rails.map((rail) => rail.coin)
  const wallets = rails.map((rail) => rail.wallet)
  await sql`
    with added_languages as (
      insert into languages select unnest(${languages}::text[]) on conflict do nothing
    ), added_chains as (
      insert into chains select unnest(${chains}::text[]) on conflict do nothing
    ), added_assets as (
      insert into assets select unnest(${assets}::text[]) on conflict do nothing
    ), added_networks as (
      insert into networks select unnest(${networks}::text[]) on conflict do nothing
    )
    insert into rails (network, coin, wallet)
      select * from unnest(${networks}::text[], ${coins}::text[], ${wallets}::text[]) on conflict do nothing
  `.execute(db)
}

/** Adds the editions of a game folder, so that orders and keys may name them. An edition taken off sale keeps its row. */
export async function addEditions(db: Db, ids: readonly string[]): Promise<void> {
  await sql`insert into editions select unnest(${ids}::text[]) on conflict do nothing`.execute(db)
}
