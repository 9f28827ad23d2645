import { USD } from '#shared/currency.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { readSettings } from '#server/config/read-settings.ts'
import type { Db } from '#server/db/database.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { fixedRates } from '#server/prices/rates.ts'
import { checkRefunds } from '#server/refunds/check-refunds.ts'
import { requestRefund } from '#server/refunds/request-refund.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import { openReaders } from '#server/shop/open-readers.ts'
import type { ChainId } from '#shared/chains.ts'
import { usdCents } from '#shared/money.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'
import { REFUND_TERMS } from './refund-fixture.ts'
import { storeArrival, type Arrival, type OwnersWallet } from './sweep-fixture.ts'
import { TEST_RATES } from './test-rates.ts'
import { keyhold } from './keyhold.ts'

/** What `payout plan` gets in tests beside the nodes. */
export const PAYOUT_SETTINGS = { KEYHOLD_RATES: 'fixed:BTC=60000,ETH=3000,USDT=1' } as const

/** The shop's policy where one node reads each chain. */
export const TEST_POLICY: PaymentPolicy = {
  confirmations: new Map(),
  quorumCents: usdCents(1_500_00),
  singleNodeCents: usdCents(1_000_00),
  endpointCount: () => 1,
  rates: fixedRates(TEST_RATES, systemClock),
  currency: USD,
}

/** Stores a paid order and requests its refund to an address; the refund's id. */
export async function storeRefund(
  db: Db,
  wallet: OwnersWallet,
  arrival: Arrival,
  to: string,
  dueAtoms: bigint,
): Promise<{ readonly orderId: string; readonly refundId: string }> {
  const orderId = await storeArrival(db, wallet, arrival)
  await db
    .updateTable('payments')
    .set({ wallet_address: to, due_atoms: dueAtoms })
    .where('id', '=', orderId)
    .execute()
  const request = { orderId, askedBy: 'staff', actorId: null, reason: 'the game is cancelled' } as const
  const outcome = await db
    .transaction()
    .execute((tx) => requestRefund(tx, request, { ...REFUND_TERMS, policy: TEST_POLICY }, systemClock()))
  if (outcome.kind === 'refused') throw new Error(outcome.message)
  return { orderId, refundId: outcome.refunds[0]?.id ?? '' }
}

/** What a refund is now. */
export async function refundState(db: Db, refundId: string) {
  const { status, owed_atoms: owed } = await db
    .selectFrom('refunds')
    .select(['status', 'owed_atoms'])
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  return { status, owed: owed ?? 0n }
}

/** One look of the process that reads the chain at the refunds recorded on it. */
export async function verifyRefunds(
  db: Db,
  chain: ChainId,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const read = readSettings({ KEYHOLD_SECRET: TEST_SECRET_TEXT, KEYHOLD_DATA: '/nonexistent', ...settings })
  if (read.kind !== 'settings') throw new Error('expected settings')
  const base = { clock: systemClock, log: createLog({ level: 'silent' }) }
  const reader = openReaders(read.settings, base).get(chain)
  if (reader === undefined) throw new Error('expected a reader')
  const { height } = await reader.head()
  await checkRefunds(
    { ...base, db, policy: TEST_POLICY, reader },
    { headHeight: height, finalizedHeight: height, watchedUntil: systemClock() },
  )
  await (reader satisfies ChainReader).close()
}

/** A plan as its files say it. */
export interface PayoutPlanFile {
  readonly plan: string
  readonly validUntil: string
  readonly changeAddress?: string
  readonly transactions: readonly {
    readonly nonce: number | null
    readonly txHash?: string
    readonly signingHash?: string
    readonly inputs?: readonly { readonly outpoint: string }[]
    readonly pays: readonly {
      readonly refund: string
      readonly order: string
      readonly address: string
      readonly atoms: string
    }[]
  }[]
}

/** Runs `payout plan` into a folder, and reads what it wrote. */
export async function planInto(
  folder: string,
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
) {
  const result = await keyhold(['payout', 'plan', ...words, '--out', folder], settings)
  const read = async <T>(name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as T
  if (!result.out.some((line) => line.startsWith('written to')))
    throw new Error([...result.said, ...result.out].join('\n'))
  return { text: result.out.join('\n'), plan: await read<PayoutPlanFile>('plan.json'), read }
}
