import type { DbDeps } from '#server/db/db-deps.ts'
import { describeBackups } from '#server/backups/describe-backups.ts'
import { readNextIndexes } from '#server/address-pool/take-address.ts'
import { sql } from 'kysely'
import type { CallTally } from '#server/chain/call-tally.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Db } from '#server/db/database.ts'
import type { MailTransport } from '#server/mail/mail-transport.ts'
import { readFrozenExposure } from './frozen-exposure.ts'
import { checkNextAddress, type NextAddress } from './next-address.ts'
import type { RailState } from '#shared/api.ts'
import type { SettingsCheckReply } from '#shared/reports-api.ts'
import { type ChainId, type Wallet, CHAIN_TABLE } from '#shared/chains.ts'
import { offeredChains } from '#shared/rails.ts'
import { readSiblings } from '#server/config/read-siblings.ts'

type Check = Omit<SettingsCheckReply, 'success'>
type ChainCheck = Check['chains'][number]

interface SettingsCheckDeps extends DbDeps {
  readonly settings: Settings
  readonly readers: ReadonlyMap<ChainId, ChainReader>
  readonly tallies: ReadonlyMap<ChainId, CallTally>
  readonly railStates: () => Promise<readonly RailState[]>
  /** Null if mails are stored and not sent. */
  readonly transport: MailTransport | null
}

/** A result is reused this long, so that opening the page often does not call the nodes each time. */
const CACHE_MS = 10_000

/** Creates the check of a running shop's settings: what `keyhold check` reports, as data. A result is reused for a few seconds. */
export function createSettingsCheck(deps: SettingsCheckDeps): () => Promise<Check> {
  let kept: { readonly atMs: number; readonly check: Promise<Check> } | null = null
  return () => {
    const nowMs = deps.clock().getTime()
    if (kept === null || nowMs - kept.atMs >= CACHE_MS) kept = { atMs: nowMs, check: checkAll(deps) }
    return kept.check
  }
}

async function checkAll(deps: SettingsCheckDeps): Promise<Check> {
  const { db, clock, settings } = deps
  const [rails, chains, frozen, mail, database, backups, wallets] = await Promise.all([
    deps.railStates(),
    Promise.all(offeredChains(settings.rails).map((chain) => checkChainSettings(deps, chain))),
    readFrozenExposure(db),
    checkMailServer(deps),
    readDatabaseState(db),
    describeBackups(db, settings.backups, clock()),
    checkWallets(db, settings),
  ])
  return {
    checkedAt: clock().toISOString(),
    rails: [...rails],
    chains,
    frozen: [...frozen],
    mail,
    database,
    backups,
    wallets,
  }
}

async function checkChainSettings(deps: SettingsCheckDeps, chain: ChainId): Promise<ChainCheck> {
  const { db, clock, settings, readers, tallies } = deps
  const cursor = await db.selectFrom('cursors').selectAll().where('chain', '=', chain).executeTakeFirst()
  const reader = readers.get(chain)
  const isSimulated = settings.chains[chain].isSimulated
  const nodes = reader === undefined ? [] : await checkNodes(reader, tallies.get(chain))
  const isAnswering = nodes.some(({ fault }) => fault === null)
  const next = reader === undefined || !isAnswering ? 'unchecked' : await checkNext(deps, reader)
  return {
    chain,
    kind: reader !== undefined ? 'nodes' : isSimulated ? 'simulated' : 'not_configured',
    read:
      cursor === undefined
        ? null
        : {
            height: cursor.height,
            head: cursor.head_height,
            finalized: cursor.finalized_height,
            isFinalityReported: cursor.finality_reported,
            fallbackDepth: CHAIN_TABLE[chain].finality.fallbackDepth,
            // PostgreSQL's -infinity is parsed as a number
            lookedAt: cursor.watched_until instanceof Date ? cursor.watched_until.toISOString() : null,
            blockAt: cursor.block_at.toISOString(),
            lagS: Math.max(0, Math.round((clock().getTime() - cursor.block_at.getTime()) / 1000)),
          },
    nodes,
    warnings: [
      ...(reader?.endpointCount === 1 ? (['one_node'] as const) : []),
      ...(readSiblings(settings, chain).length > 0 ? (['sibling_not_read'] as const) : []),
      ...(next === 'used' ? (['next_address_used'] as const) : []),
      ...(next === 'unknown' ? (['next_address_untold'] as const) : []),
    ],
  }
}

async function checkNext({ db, settings }: SettingsCheckDeps, reader: ChainReader): Promise<NextAddress> {
  const xpub = settings.wallets[CHAIN_TABLE[reader.chain].wallet]
  if (xpub === null) return 'unchecked'
  const nextIndexes = await readNextIndexes(db)
  return checkNextAddress(reader, xpub, nextIndexes.get(xpub.fingerprint) ?? 0)
}

async function checkNodes(reader: ChainReader, tally: CallTally | undefined): Promise<ChainCheck['nodes']> {
  const faults = await reader.check()
  const counted = tally?.read() ?? []
  return Array.from({ length: reader.endpointCount }, (_, index) => {
    const node = `${reader.chain} node ${String(index + 1)}`
    const fault = faults.find((one) => one.endpoint === node)
    const { callsADay = 0, lastError = null } = counted[index] ?? {}
    return {
      node,
      fault: fault?.kind ?? null,
      message: fault?.message ?? null,
      callsADay,
      lastError: lastError === null ? null : { kind: lastError.kind, at: lastError.at.toISOString() },
    }
  })
}

async function checkMailServer({ db, transport }: SettingsCheckDeps): Promise<Check['mail']> {
  const { rows } = await sql<{ unsent: bigint; oldest: Date | null }>`
    select count(*) as unsent, min(created_at) as oldest from mails where sent_at is null`.execute(db)
  const waiting = {
    unsent: Number(rows[0]?.unsent ?? 0n),
    oldestUnsentAt: rows[0]?.oldest?.toISOString() ?? null,
  }
  if (transport === null) return { kind: 'kept', message: null, ...waiting }
  try {
    await transport.verify()
    return { kind: 'ok', message: null, ...waiting }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { kind: 'fault', message: error.message, ...waiting }
  }
}

async function readDatabaseState(db: Db): Promise<Check['database']> {
  const { rows } = await sql<{ version: string; size: bigint; connections: bigint }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections`.execute(db)
  const { version = '', size = 0n, connections = 0n } = rows[0] ?? {}
  return { version, sizeBytes: Number(size), connections: Number(connections) }
}

interface WalletRow {
  readonly wallet: Wallet
  readonly fingerprint: string
  readonly highest: number | null
  readonly gap: number | null
}

/** The largest gap between two address indexes that received money, or to the next order's, is the gap limit a wallet needs. */
async function checkWallets(db: Db, { wallets }: Settings): Promise<Check['wallets']> {
  const { rows } = await sql<WalletRow>`
    with used as (
      select wallet_fingerprint as fingerprint, derivation_index as i,
        derivation_index - coalesce(lag(derivation_index) over (
          partition by wallet_fingerprint order by derivation_index), -1) as step
      from payments p where exists (select from transfers t where t.payment_id = p.id and t.lost_at is null)
    )
    select w.wallet, w.fingerprint, max(u.i) as highest, max(u.step) as gap
    from wallets w left join used u on u.fingerprint = w.fingerprint
    group by w.wallet, w.fingerprint, w.first_used_at order by w.wallet, w.first_used_at`.execute(db)
  const nextIndexes = await readNextIndexes(db)
  return rows.map((row) => {
    const nextIndex = nextIndexes.get(row.fingerprint) ?? 0
    const nextGap = Math.max(0, nextIndex - (row.highest ?? -1))
    return {
      wallet: row.wallet,
      fingerprint: row.fingerprint,
      isCurrent: wallets[row.wallet]?.fingerprint === row.fingerprint,
      nextIndex,
      highestUsedIndex: row.highest,
      nextGap,
      gapLimit: Math.max(row.gap ?? 0, nextGap),
    }
  })
}
