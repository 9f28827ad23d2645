import type { DbDeps } from '#server/db/db-deps.ts'
import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import { deriveAddress } from '#server/chain/addresses/derive-address.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { ChainError, type ChainReader } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'
import type { PooledAddress } from './take-address.ts'

/** What {@link fillAddressPool} depends on. */
export interface AddressPoolDeps extends DbDeps {
  readonly xpub: Xpub
  /** The readers of all chains whose addresses come from the extended public key. */
  readonly readers: readonly ChainReader[]
  /** Called after indexes were reserved, and before one of them is offered. */
  readonly onReserved?: () => Promise<void>
}

/** The state of the pool after {@link fillAddressPool}. */
export interface FilledPool {
  /** The chains with an address to offer. */
  readonly offeredOn: ReadonlySet<ChainId>
  /** Addresses that were used before, and are skipped from now on. */
  readonly skipped: readonly (PooledAddress & { readonly chain: ChainId })[]
  /** Chains whose nodes did not answer. They are asked again by the next call. */
  readonly failures: readonly ChainError[]
}

const BATCH_MIN = 10
const BATCH_MAX = 160

/**
 * Reserves the next indexes of an extended public key, and asks every chain that shares its addresses whether they were
 * used. A bitcoind cannot know; money that its chain shows before an order was made never counts towards the order, since
 * only blocks after the cursor are read.
 *
 * @param options `size`: the number of addresses to keep ready. `recheckBefore`: addresses that were checked earlier are
 * checked again.
 */
export async function fillAddressPool(
  deps: AddressPoolDeps,
  { size, recheckBefore }: { readonly size: number; readonly recheckBefore: Date },
): Promise<FilledPool> {
  const { db, xpub } = deps
  const skipped: (PooledAddress & { chain: ChainId })[] = []
  const failures = new Map<ChainId, ChainError>()
  let batch = BATCH_MIN
  for (;;) {
    await reserve(deps, size)
    const readers = deps.readers.filter(({ chain }) => !failures.has(chain))
    const rows = await unchecked(db, xpub, readers, recheckBefore, batch)
    if (readers.length === 0 || rows.length === 0) break
    const answers = await askAll(readers, rows, failures)
    if (answers.size === 0) break
    const used = await storeAnswers(deps, rows, answers, recheckBefore)
    skipped.push(...used)
    // the first ones are offered soon, and a large pool or a long row of used addresses takes few calls
    batch = Math.min(batch * 2, BATCH_MAX)
  }
  return { offeredOn: await offeredChains(db, xpub), skipped, failures: [...failures.values()] }
}

/**
 * Makes the addresses of the pool wait for a new check, for a process that does not know what happened since the last one.
 *
 * @param except fingerprints of the extended public keys that only simulated chains use: no other shop can use an address
 * there.
 */
export async function distrustAddressPool(db: Db, except: readonly string[]): Promise<void> {
  await db
    .updateTable('address_pool')
    .set({ unused_on: [], checked_at: null })
    .where(sql<boolean>`wallet_fingerprint <> all(${except}::text[])`)
    .execute()
}

async function reserve({ db, xpub, onReserved }: AddressPoolDeps, size: number): Promise<void> {
  const { fingerprint, wallet } = xpub
  const reserved = await db.transaction().execute(async (tx) => {
    // until a recovery is finished, the next indexes may be those of orders that the database has lost
    if (await isRecovering(tx)) return 0
    const { count } = await tx
      .selectFrom('address_pool')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('wallet_fingerprint', '=', fingerprint)
      .executeTakeFirstOrThrow()
    const missing = size - Number(count)
    if (missing <= 0) return 0
    const { next_index: next } = await tx
      .insertInto('wallets')
      .values({ fingerprint, wallet, next_index: missing })
      .onConflict((conflict) =>
        conflict.column('fingerprint').doUpdateSet((excluded) => ({
          next_index: excluded('wallets.next_index', '+', missing),
        })),
      )
      .returning('next_index')
      .executeTakeFirstOrThrow()
    const indexes = Array.from({ length: missing }, (_, at) => next - missing + at)
    await tx
      .insertInto('address_pool')
      .values(
        indexes.map((index) => ({
          wallet_fingerprint: fingerprint,
          derivation_index: index,
          address: deriveAddress(xpub, index),
        })),
      )
      .execute()
    return missing
  })
  if (reserved > 0) await onReserved?.()
}

async function isRecovering(tx: Db): Promise<boolean> {
  const open = tx.selectFrom('recoveries').select('id').where('finished_at', 'is', null)
  return (await open.executeTakeFirst()) !== undefined
}

async function unchecked(
  db: Db,
  { fingerprint }: Xpub,
  readers: readonly ChainReader[],
  recheckBefore: Date,
  limit: number,
): Promise<readonly PooledAddress[]> {
  const chains = readers.map(({ chain }) => chain)
  const { rows } = await sql<PooledAddress>`
    select derivation_index as index, address from address_pool
    where wallet_fingerprint = ${fingerprint}
      and (checked_at is null or checked_at < ${recheckBefore} or not unused_on @> ${chains}::text[])
    order by derivation_index limit ${limit}`.execute(db)
  return rows
}

/** The used addresses, by chain, of those chains that answered; the errors of the others are added to `failures`. */
async function askAll(
  readers: readonly ChainReader[],
  rows: readonly PooledAddress[],
  failures: Map<ChainId, ChainError>,
): Promise<ReadonlyMap<ChainId, ReadonlySet<string>>> {
  const addresses = rows.map(({ address }) => address)
  const answers = new Map<ChainId, ReadonlySet<string>>()
  await Promise.all(
    readers.map(async (reader) => {
      try {
        answers.set(reader.chain, (await reader.usedAddresses(addresses)) ?? new Set())
      } catch (error) {
        if (!(error instanceof ChainError)) throw error
        failures.set(reader.chain, error)
      }
    }),
  )
  return answers
}

async function storeAnswers(
  { db, clock, xpub }: AddressPoolDeps,
  rows: readonly PooledAddress[],
  answers: ReadonlyMap<ChainId, ReadonlySet<string>>,
  recheckBefore: Date,
): Promise<readonly (PooledAddress & { chain: ChainId })[]> {
  const now = clock()
  const used = rows.flatMap((row) => {
    const [chain] = [...answers].filter(([, addresses]) => addresses.has(row.address)).map(([one]) => one)
    return chain === undefined ? [] : [{ ...row, chain }]
  })
  const indexes = rows.map(({ index }) => index)
  const usedIndexes = used.map(({ index }) => index)
  const chains = [...answers.keys()]
  return db.transaction().execute(async (tx) => {
    const pooled = sql`wallet_fingerprint = ${xpub.fingerprint}`
    // what a chain said so long ago that it was to be asked again holds no more, whether it answers or not
    const known = sql`case when checked_at >= ${recheckBefore} then unused_on else '{}' end`
    await sql`
      update address_pool set checked_at = ${now},
        unused_on = array(select distinct unnest((${known}) || ${chains}::text[]))
      where ${pooled} and derivation_index = any(${indexes}::int[])
        and not derivation_index = any(${usedIndexes}::int[])`.execute(tx)
    const { rows: gone } = await sql<{ index: number }>`
      delete from address_pool where ${pooled} and derivation_index = any(${usedIndexes}::int[])
      returning derivation_index as index`.execute(tx)
    // an order may have taken one since it was read
    const skipped = used.filter(({ index }) => gone.some((one) => one.index === index))
    if (skipped.length > 0) await recordSkipped(tx, xpub, skipped, now)
    return skipped
  })
}

async function recordSkipped(
  tx: Db,
  { fingerprint }: Xpub,
  skipped: readonly (PooledAddress & { chain: ChainId })[],
  now: Date,
): Promise<void> {
  await tx
    .insertInto('used_addresses')
    .values(
      skipped.map(({ index, address, chain }) => ({
        wallet_fingerprint: fingerprint,
        derivation_index: index,
        address,
        chain,
        found_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const indexes = skipped.map(({ index }) => index)
  const facts = { from: Math.min(...indexes), to: Math.max(...indexes), count: indexes.length }
  const subject = { kind: 'wallet', id: fingerprint } as const
  await recordAudit(tx, { at: now, actorId: null, action: 'addresses.skip', subject, facts })
}

async function offeredChains(db: Db, { fingerprint }: Xpub): Promise<ReadonlySet<ChainId>> {
  const { rows } = await sql<{ chain: ChainId }>`
    select distinct unnest(unused_on) as chain from address_pool
    where wallet_fingerprint = ${fingerprint}`.execute(db)
  return new Set(rows.map(({ chain }) => chain))
}
