import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import { sql } from 'kysely'
import { closeAlert, raiseAlert } from '#server/alerts/raise-alert.ts'
import { ChainError, type ChainReader } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { railOfRecord, type PaymentRecord } from '#server/payments/payment-record.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import { amountWithAsset, freezeSelectorOf, type Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import type { FreezeState } from '#shared/orders-api.ts'
import { coinOf } from './refund-record.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'

/** Dependencies of {@link createFreezeChecks}. */
export interface FreezeCheckDeps extends LoggedDbDeps {
  readonly readers: readonly Pick<ChainReader, 'chain' | 'isFrozen' | 'head' | 'tokenBalances'>[]
}

/** An address for a coin, in the chain's own format. */
interface CoinAddress {
  readonly chain: ChainId
  readonly asset: Asset
  readonly address: string
}

/** Asks the issuers of tokens about addresses. A node that cannot answer gives `'unknown'`, never `'clear'`. */
export interface FreezeChecks {
  /** What the issuer says about an address now; null if nobody can freeze the coin. */
  stateOf(address: CoinAddress): Promise<FreezeState | null>
  /** The same for the address that an order's refund would be paid to; null also if there is none. */
  stateOfRefundAddress(order: PaymentRecord, address: string | undefined): Promise<FreezeState | null>
  /** Asks about a refund's address and about the payment address of its order, and stores both answers. */
  checkRefund(refundId: string): Promise<void>
  /** Asks about the shop's addresses on which tokens lie, the longest unasked first, at most {@link BATCH} in one call. */
  checkUnswept(): Promise<void>
}

/** How often an address is asked about while money lies on it. */
const ASKED_AGAIN_S = 24 * 3600
/** The same after no node answered. */
const UNKNOWN_AGAIN_S = 3600
const BATCH = 25

/** Creates the checks over the readers of all chains. */
export function createFreezeChecks(deps: FreezeCheckDeps): FreezeChecks {
  const { db, readers, clock, log } = deps
  const stateOf = async ({ chain, asset, address }: CoinAddress): Promise<FreezeState | null> => {
    if (freezeSelectorOf(chain, asset) === null) return null
    const reader = readers.find((one) => one.chain === chain)
    if (reader === undefined) return 'unknown'
    try {
      const isFrozen = await reader.isFrozen(address, asset)
      return isFrozen === null ? null : isFrozen ? 'frozen' : 'clear'
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      log.warn({ chain, asset, error: describeError(error) }, 'no node says whether an address is frozen')
      return 'unknown'
    }
  }
  return {
    stateOf,
    stateOfRefundAddress: async (order, address = order.wallet_address ?? '') => {
      const { chain, asset } = railOfRecord(order)
      return address === '' ? null : stateOf({ chain, asset, address })
    },
    checkRefund: async (refundId) => {
      const refund = await db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst()
      if (refund === undefined || refund.status === 'verified' || refund.status === 'withdrawn') return
      const coin = coinOf(refund)
      const state = await stateOf({ ...coin, address: refund.address ?? '' })
      await db
        .updateTable('refunds')
        .set({ freeze_state: state, freeze_checked_at: clock() })
        .where('id', '=', refundId)
        .where('status', 'not in', ['verified', 'withdrawn'])
        .execute()
      const order = await db
        .selectFrom('payments')
        .select('payment_address')
        .where('id', '=', refund.payment_id)
        .executeTakeFirstOrThrow()
      const own = { ...coin, address: order.payment_address, paymentId: refund.payment_id }
      await storeOwn(deps, own, await stateOf(own), null)
    },
    checkUnswept: async () => {
      for (const own of await dueAddresses(db, clock())) {
        const atoms = await heldOn(deps, own)
        // nothing lies there: nothing is exposed, and it is asked about again once more money comes
        const state = atoms === 0n ? 'clear' : await stateOf(own)
        await storeOwn(deps, own, state, atoms)
      }
    },
  }
}

interface OwnAddress extends CoinAddress {
  readonly paymentId: string
}

/** The shop's addresses that received a token which can be frozen, and that are due to be asked about. */
async function dueAddresses(db: Db, now: Date): Promise<readonly OwnAddress[]> {
  const { rows } = await sql<{ chain: ChainId; asset: Asset; address: string; payment_id: string }>`
    select t.chain, t.asset, t.address, t.payment_id from (
      select chain, asset, address, payment_id, max(seen_at) as seen_at from transfers
      where lost_at is null and block_height is not null and payment_id is not null
      group by chain, asset, address, payment_id
    ) t
    left join freeze_checks f on f.chain = t.chain and f.asset = t.asset and f.address = t.address
    where f.checked_at is null or f.checked_at < t.seen_at
      or ((f.atoms is null or f.is_frozen is null) and f.checked_at < ${before(now, UNKNOWN_AGAIN_S)}::timestamptz)
      or (f.atoms > 0 and f.checked_at < ${before(now, ASKED_AGAIN_S)}::timestamptz)
    order by f.checked_at nulls first, t.seen_at`.execute(db)
  return rows
    .filter((row) => freezeSelectorOf(row.chain, row.asset) !== null)
    .slice(0, BATCH)
    .map(({ payment_id: paymentId, ...row }) => ({ ...row, paymentId }))
}

function before(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000)
}

/** What lies on an address now; null if no node answers. */
async function heldOn(
  { readers, log }: FreezeCheckDeps,
  { chain, asset, address }: CoinAddress,
): Promise<bigint | null> {
  const reader = readers.find((one) => one.chain === chain)
  if (reader === undefined) return null
  try {
    const read = await reader.tokenBalances([address], asset, await reader.head())
    return read?.balances[0] ?? null
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    log.warn({ chain, asset, error: describeError(error) }, 'a balance could not be read; will retry')
    return null
  }
}

/** Stores an answer about an address of the shop's own; staff are told of money that is frozen. */
async function storeOwn(
  { db, clock }: FreezeCheckDeps,
  { chain, asset, address, paymentId }: OwnAddress,
  state: FreezeState | null,
  atoms: bigint | null,
): Promise<void> {
  if (state === null) return
  const now = clock()
  const row = {
    payment_id: paymentId,
    is_frozen: state === 'unknown' ? null : state === 'frozen',
    checked_at: now,
    ...(atoms === null ? {} : { atoms }),
  }
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('freeze_checks')
      .values({ chain, asset, address, ...row })
      .onConflict((conflict) => conflict.columns(['chain', 'asset', 'address']).doUpdateSet(row))
      .execute()
    const alert = { kind: 'issuer-freeze', subject: paymentId } as const
    if (state === 'frozen') {
      const amount = atoms === null ? null : amountWithAsset(chain, asset, atoms)
      await raiseAlert(tx, { ...alert, facts: { chain, address, amount }, at: now })
    }
    if (state === 'clear') await closeAlert(tx, alert, now)
  })
}

const EVERY_MS = 10 * 60_000

interface FreezeWorkerDeps {
  readonly checks: Pick<FreezeChecks, 'checkUnswept'>
  readonly log: Log
  readonly everyMs?: number
}

/** Creates the worker that asks issuers about the addresses on which the shop's tokens lie, every ten minutes. */
export function createFreezeWorker({ checks, log, everyMs = EVERY_MS }: FreezeWorkerDeps): BackgroundWorker {
  return createIntervalWorker({
    name: 'issuer freezes',
    everyMs,
    work: () => checks.checkUnswept(),
    log,
    onFailure: 'frozen addresses could not be looked for; will retry',
  })
}
