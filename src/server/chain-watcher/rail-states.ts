import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { announce } from '#server/live/announce.ts'
import type { RailReason, RailState } from '#shared/api.ts'
import type { ChainId, Wallet } from '#shared/chains.ts'
import type { Rail } from '#shared/rails.ts'
import { type Asset, isNative } from '#shared/assets.ts'

/** A state that was not renewed for this long is ignored: the process that reads the chains is down. */
const STALE_AFTER_MS = 60_000

/** The settings that rails depend on. */
export interface RailSetup {
  /** The rails the shop offers. */
  readonly rails: readonly Rail[]
  readonly chains: Readonly<
    Record<
      ChainId,
      {
        readonly isSimulated: boolean
        readonly rpcUrls: readonly string[]
        readonly esploraUrls: readonly string[]
        readonly tokens: readonly { readonly asset: Asset }[]
      }
    >
  >
  readonly wallets: Readonly<Record<Wallet, { readonly fingerprint: string } | null>>
}

/** Whether a rail is fully configured: an extended public key, a node or a simulated chain, and the token's contract. */
function isConfigured(setup: RailSetup, rail: Rail): boolean {
  const { isSimulated, rpcUrls, esploraUrls, tokens } = setup.chains[rail.chain]
  const hasNode = isSimulated || rpcUrls.length + esploraUrls.length > 0
  const hasToken = isNative(rail.chain, rail.asset) || tokens.some(({ asset }) => asset === rail.asset)
  return setup.wallets[rail.wallet] !== null && hasNode && hasToken
}

/** Reads which of the offered rails accept orders now, and why the others do not. */
export async function readRailStates(db: Db, setup: RailSetup, now: Date): Promise<readonly RailState[]> {
  const rows = await db.selectFrom('rail_states').selectAll().execute()
  const offered = await readOfferedChains(db)
  const recovery = await db
    .selectFrom('recoveries')
    .select('id')
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  const hasAddress = ({ wallet, chain }: Rail) =>
    offered.some(({ fingerprint, on }) => on === chain && fingerprint === setup.wallets[wallet]?.fingerprint)
  return setup.rails.map((rail) => {
    const { isSimulated: simulated } = setup.chains[rail.chain]
    const stored = rows.find((row) => row.network === rail.network)
    const isStale = stored === undefined || now.getTime() - stored.checked_at.getTime() > STALE_AFTER_MS
    const reason = !isConfigured(setup, rail)
      ? 'not_configured'
      : recovery !== undefined
        ? 'restored'
        : isStale
          ? 'no_reader'
          : ((stored.reason as RailReason | null) ?? (hasAddress(rail) ? null : 'no_address'))
    return { network: rail.network, available: reason === null, reason, simulated }
  })
}

/** The chains that have an unused address to offer, by the fingerprint of the extended public key. */
async function readOfferedChains(
  db: Db,
): Promise<readonly { readonly fingerprint: string; readonly on: string }[]> {
  const { rows } = await sql<{ fingerprint: string; on: string }>`
    select distinct wallet_fingerprint as fingerprint, unnest(unused_on) as on from address_pool`.execute(db)
  return rows
}

/** Stores the state of a rail, and notifies all pages if it changed. */
export async function writeRailState(
  db: Db,
  rail: Rail,
  reason: RailReason | null,
  isSimulated: boolean,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('rail_states')
      .select(['reason', 'checked_at'])
      .where('network', '=', rail.network)
      .executeTakeFirst()
    await tx
      .insertInto('rail_states')
      .values({ network: rail.network, reason, is_simulated: isSimulated, checked_at: now })
      .onConflict((conflict) =>
        conflict.column('network').doUpdateSet({ reason, is_simulated: isSimulated, checked_at: now }),
      )
      .execute()
    if (before === undefined || before.reason !== reason) await announce(tx, 'rails')
  })
}
