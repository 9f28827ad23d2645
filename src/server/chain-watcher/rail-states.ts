import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { together } from '#server/db/together.ts'
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

/**
 * Reads which of the offered rails accept orders now, and why the others do not.
 *
 * @param isDiskFull whether this process has no room for what orders write.
 */
export async function readRailStates(
  db: Db,
  setup: RailSetup,
  now: Date,
  isDiskFull: boolean,
): Promise<readonly RailState[]> {
  const [{ rows }, pool] = await together(
    db,
    db.selectFrom('rail_states').selectAll().compile(),
    whatIsOffered.compile(db),
  )
  // without an answer nothing is offered
  const { is_restored: isRestored = true, offered = [] } = pool.rows[0] ?? {}
  const hasAddress = ({ wallet, chain }: Rail) =>
    offered.some(([fingerprint, on]) => on === chain && fingerprint === setup.wallets[wallet]?.fingerprint)
  return setup.rails.map((rail) => {
    const { isSimulated: simulated } = setup.chains[rail.chain]
    const stored = rows.find((row) => row.network === rail.network)
    const isStale = stored === undefined || now.getTime() - stored.checked_at.getTime() > STALE_AFTER_MS
    const reason = !isConfigured(setup, rail)
      ? 'not_configured'
      : isRestored
        ? 'restored'
        : isDiskFull
          ? 'disk_full'
          : isStale
            ? 'no_reader'
            : ((stored.reason as RailReason | null) ?? (hasAddress(rail) ? null : 'no_address'))
    return { network: rail.network, available: reason === null, reason, simulated }
  })
}

/** Whether a recovery is unfinished, and the chains with an unused address, by the extended public key's fingerprint. */
const whatIsOffered = sql<{
  is_restored: boolean
  offered: readonly (readonly [fingerprint: string, chain: string])[]
}>`
  select exists (select from recoveries where finished_at is null) as is_restored,
    (select coalesce(jsonb_agg(distinct jsonb_build_array(wallet_fingerprint, chain)), '[]')
      from address_pool, unnest(unused_on) chain) as offered`

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
