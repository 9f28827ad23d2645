import type { DbDeps } from '#server/db/db-deps.ts'
import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import { deriveAddress } from '#server/chain/addresses/derive-address.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'
import type { Recovery } from './recoveries.ts'

/** What {@link advanceWallet} depends on. */
export interface AdvanceWalletDeps extends DbDeps {
  readonly xpub: Xpub
  /** The readers of all chains whose addresses come from the extended public key. */
  readonly readers: readonly ChainReader[]
  /** Called with the number of addresses asked about so far. */
  readonly onProgress: (asked: number) => void
}

/** The result of {@link advanceWallet}. */
export interface AdvancedWallet {
  /** The first index that the lost database may have handed out. */
  readonly from: number
  /** The index of the next order. */
  readonly to: number
  /** The gap limit with which a wallet finds the money of the next orders. */
  readonly gapLimit: number
  /** Skipped addresses that were used: an order that is missing here was probably paid there. */
  readonly used: readonly { readonly index: number; readonly address: string; readonly chain: ChainId }[]
}

/** So many unused addresses in a row end the search: nobody is assumed to create more orders without one payment. */
const GAP = 100
const WINDOW = 200
/** How far to skip if no mark knows what the lost database had reserved. */
const SKIP_DEFAULT = 10_000
/** Watched addresses cost bytes on each look; the skipped ones beyond these are found by a later search only. */
const WATCHED_MAX = 2_000

/**
 * Moves the next index of an extended public key past every address that the lost database may have handed out: past what
 * the high-water mark says was reserved, and past the last address that the chains know, after which 100 are unused.
 * Skipped addresses are watched, so that payments for missing orders are found. Safe to repeat.
 *
 * @param skip at least so many indexes are skipped; 10,000 if absent and no mark knows the wallet.
 * @throws {ChainError} if a node does not answer; nothing is changed.
 */
export async function advanceWallet(
  deps: AdvanceWalletDeps,
  recovery: Recovery,
  skip: number | null,
): Promise<AdvancedWallet> {
  const { db, xpub } = deps
  const { from, ordered } = await readCounters(db, xpub)
  const marked = (recovery.reserved as Readonly<Record<string, number>>)[xpub.fingerprint] ?? null
  const used = await findUsed(deps, from, marked ?? from)
  const pastUsed = Math.max(from, ...used.map(({ index }) => index + 1))
  const least = skip ?? (marked === null ? SKIP_DEFAULT : 0)
  const to = Math.max(from + least, marked ?? 0, ordered, pastUsed)
  const watchedTo = Math.min(to, Math.max(marked ?? 0, pastUsed + GAP), from + WATCHED_MAX)
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('wallets')
      .set({ next_index: to })
      .where('fingerprint', '=', xpub.fingerprint)
      .execute()
    await storeSkipped(tx, xpub, recovery, indexesBetween(from, watchedTo))
    await storeUsed(tx, xpub, used, deps.clock())
    const facts = { from, to, used: used.length }
    const subject = { kind: 'wallet', id: xpub.fingerprint } as const
    await recordAudit(tx, { at: deps.clock(), actorId: null, action: 'recovery.addresses', subject, facts })
  })
  return { from, to, gapLimit: to - from + 1, used }
}

async function readCounters(
  db: Db,
  { fingerprint, wallet }: Xpub,
): Promise<{ from: number; ordered: number }> {
  const { rows } = await sql<{ from: number; ordered: number }>`
    insert into wallets (fingerprint, wallet) values (${fingerprint}, ${wallet})
    on conflict (fingerprint) do update set wallet = wallets.wallet
    returning next_index as from,
      coalesce((select max(derivation_index) + 1 from payments where wallet_fingerprint = ${fingerprint}), 0) as ordered`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('expected a row for the wallet')
  return row
}

async function findUsed(
  { xpub, readers, onProgress }: AdvanceWalletDeps,
  from: number,
  atLeastTo: number,
): Promise<AdvancedWallet['used']> {
  const used: { index: number; address: string; chain: ChainId }[] = []
  let end = Math.max(from, atLeastTo) + GAP
  for (let start = from; start < end; start += WINDOW) {
    const window = indexesBetween(start, Math.min(start + WINDOW, end))
    const byAddress = new Map(window.map((index) => [deriveAddress(xpub, index), index]))
    for (const reader of readers) {
      const found = await reader.usedAddresses([...byAddress.keys()], { isSlowAllowed: true })
      for (const address of found ?? [])
        used.push({ address, index: byAddress.get(address) ?? start, chain: reader.chain })
    }
    end = Math.max(end, ...used.map(({ index }) => index + 1 + GAP))
    onProgress(Math.min(start + WINDOW, end) - from)
  }
  return used
}

/**
 * Watches the addresses that the lost database had reserved, as far as the mark knows them: the shop reads the blocks in which
 * they were paid before anybody advances the wallets.
 */
export async function watchReserved(
  tx: Db,
  xpub: Xpub,
  recovery: Pick<Recovery, 'id'>,
  reserved: number,
): Promise<void> {
  const { from } = await readCounters(tx, xpub)
  await storeSkipped(tx, xpub, recovery, indexesBetween(from, Math.min(reserved, from + WATCHED_MAX)))
}

async function storeSkipped(
  tx: Db,
  xpub: Xpub,
  { id }: Pick<Recovery, 'id'>,
  indexes: readonly number[],
): Promise<void> {
  const addresses = indexes.map((index) => deriveAddress(xpub, index))
  await sql`
    insert into skipped_addresses (wallet_fingerprint, derivation_index, wallet, address, recovery_id)
    select ${xpub.fingerprint}, i, ${xpub.wallet}, a, ${id}
    from unnest(${[...indexes]}::int[], ${addresses}::text[]) s (i, a)
    where not exists (select from payments p where p.wallet = ${xpub.wallet} and p.payment_address = a)
    on conflict do nothing`.execute(tx)
}

async function storeUsed(tx: Db, xpub: Xpub, used: AdvancedWallet['used'], now: Date): Promise<void> {
  if (used.length === 0) return
  await tx
    .insertInto('used_addresses')
    .values(
      used.map(({ index, address, chain }) => ({
        wallet_fingerprint: xpub.fingerprint,
        derivation_index: index,
        address,
        chain,
        found_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function indexesBetween(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
}
