import { createSimChain, type SimChain } from '#server/demo/sim-chain.ts'
import { createLog } from '#server/runtime/log.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { requestRefund, type RefundRequest } from '#server/refunds/request-refund.ts'
import type { FreezeChecks } from '#server/refunds/freeze-checks.ts'
import { checkRefunds } from '#server/refunds/check-refunds.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import { deliverOrder } from '#server/payments/deliver-order.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { quoteRefund } from '#server/refunds/quote-refund.ts'
import { recordRefund } from '#server/refunds/record-refund.ts'
import type { RefundRecord } from '#server/refunds/refund-record.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import type { CreatePaymentRequest } from '#shared/api.ts'
import { atoms } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import { payOnChain, placeOrder } from './order-fixture.ts'
import { TEST_CIPHER } from './installation-secret.ts'
import { networksAll } from '#shared/address-form.ts'

export const REFUND_TERMS = {
  releaseAt: () => new Date('2025-10-18T23:59:59Z'),
  outputNetworks: networksAll('regtest'),
} as const

/** Checks of coins that nobody can freeze. */
export const noFreezeChecks: FreezeChecks = {
  stateOf: () => Promise.resolve(null),
  stateOfRefundAddress: () => Promise.resolve(null),
  checkRefund: () => Promise.resolve(),
  checkUnswept: () => Promise.resolve(),
}

/** An order of standard editions paid in bitcoin, settled and handed out as far as there is stock. */
export async function placePaidOrder(
  deps: CreatePaymentDeps,
  {
    quantity = 1,
    hasStock = true,
    atoms: paid,
    request = {},
    discountCode,
  }: {
    quantity?: number
    hasStock?: boolean
    atoms?: bigint
    discountCode?: string
    request?: Partial<CreatePaymentRequest>
  } = {},
): Promise<PaymentRecord> {
  const code = discountCode === undefined ? {} : { discountCode }
  const record = await placeOrder(deps, {
    quantity,
    totalPrice: (6399 * quantity) / 100,
    ...code,
    ...request,
  })
  await payOnChain(deps.db, record, paid === undefined ? {} : { atoms: paid })
  if (hasStock) await addNewKeys(deps.db, TEST_CIPHER, 'standard', quantity)
  await settlePayment(deps, record.id)
  await deliverOrder(deps, record.id)
  return readOrder(deps.db, record.id)
}

export async function readOrder(db: Db, id: string): Promise<PaymentRecord> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function readRefund(db: Db, id: string): Promise<RefundRecord> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Asks for a refund as staff does; the refunds it gave. */
export async function ask(
  deps: CreatePaymentDeps,
  orderId: string,
  request: Partial<RefundRequest> = {},
): Promise<Awaited<ReturnType<typeof requestRefund>>> {
  const whole = {
    orderId,
    askedBy: 'staff',
    actorId: null,
    reason: 'changed their mind',
    ...request,
  } as const
  return deps.db
    .transaction()
    .execute((tx) => requestRefund(tx, whole, { ...REFUND_TERMS, policy: deps.policy }, deps.clock()))
}

/** A refund asked for and quoted. */
export async function askAndQuote(
  deps: CreatePaymentDeps,
  orderId: string,
  request: Partial<RefundRequest> = {},
): Promise<RefundRecord> {
  const asked = await ask(deps, orderId, request)
  if (asked.kind === 'refused') throw new Error(`a refund was refused: ${asked.message}`)
  const [refund] = asked.refunds
  const quoted = await deps.db
    .transaction()
    .execute((tx) => quoteRefund(tx, refund?.id ?? '', deps.policy, deps.clock()))
  if (quoted.kind === 'refused') throw new Error(`a quote was refused: ${quoted.message}`)
  return quoted.refund
}

export async function record(deps: CreatePaymentDeps, refundId: string, txHash: string) {
  return deps.db
    .transaction()
    .execute((tx) =>
      recordRefund(tx, refundId, { txHash, actorId: null }, { policy: deps.policy, now: deps.clock() }),
    )
}

/** The simulated chain a refund is paid on. */
export function simChainOf(deps: CreatePaymentDeps): SimChain {
  return createSimChain({ db: deps.db, chain: 'bitcoin', clock: deps.clock })
}

/** Pays an address from nobody's wallet; the transaction's hash. */
export async function payOut(sim: SimChain, address: string | null, amount: bigint | null): Promise<string> {
  const payment = { address: address ?? '', asset: 'BTC', atoms: atoms(amount ?? 0n), isGenuine: true }
  return (await sim.pay(payment)).txHash
}

/** One look of the chain's leader at the refunds recorded on it. */
export async function lookAtRefunds(deps: CreatePaymentDeps, sim: SimChain): Promise<void> {
  const head = await sim.reader.head()
  const finality = await sim.reader.finality(head, false)
  const view = { headHeight: head.height, finalizedHeight: finality.height, watchedUntil: deps.clock() }
  await checkRefunds({ ...deps, reader: sim.reader, log: createLog({ level: 'silent' }) }, view)
}
