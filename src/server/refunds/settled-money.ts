import type { Db } from '#server/db/database.ts'
import { loadEvidence, type LoadedEvidence } from '#server/payments/load-evidence.ts'
import { lockOrder } from '#server/payments/lock-order.ts'
import { railOfRecord, worthOf, type PaymentRecord } from '#server/payments/payment-record.ts'
import { depthOf, type PaymentPolicy } from '#server/payments/policy.ts'
import { decideStatus, settleInTransaction } from '#server/payments/settle-payment.ts'
import type { Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { MONITORING_S } from '#shared/constants.ts'
import type { Sighting } from '#shared/evidence.ts'
import { atoms, divideUp, usdCents } from '#shared/money.ts'
import { dustBelow, type Credit, type PaymentStatus } from '#shared/payment-status.ts'

/** Money of one coin that an order received. */
interface SettledCoin {
  readonly chain: ChainId
  readonly asset: Asset
  readonly atoms: bigint
}

/** What of an order's money is settled, so that a refund may owe it. */
interface SettledMoney {
  /** The settled money that counts towards the order, in atoms at the quote. */
  readonly counted: bigint
  /** The settled money as it came, for each coin of which there is any. */
  readonly coins: readonly SettledCoin[]
  /**
   * Whether more money is under way: visible and not settled. Dust is left out, and so is what did not confirm within the
   * monitoring time: either would let a stranger delay a refund at no cost.
   */
  readonly hasUnsettled: boolean
  /** Whether staff accepted settled money of another coin as payment, which has no value in the order's own coin. */
  readonly isForeignAccepted: boolean
}

interface SettledMoneyDeps {
  readonly policy: PaymentPolicy
  readonly now: Date
}

/** An order as it stands now, with its settled money. */
export interface OrderMoney {
  readonly order: PaymentRecord
  readonly money: SettledMoney
}

const SETTLED_AGAIN: Readonly<Record<PaymentStatus, boolean>> = {
  pending: false,
  partial: true,
  detected: true,
  confirmed: true,
  expired: false,
  review: true,
  invalid: true,
  refunded: false,
}

/**
 * Locks an order, computes its status again from the evidence, and returns what of its money is settled; null if there is
 * no such order. Everything that a refund owes is computed from this, in the caller's transaction.
 */
export async function readOrderMoney(
  tx: Db,
  { policy, now }: SettledMoneyDeps,
  orderId: string,
): Promise<OrderMoney | null> {
  const locked = await lockOrder(tx, orderId)
  if (locked === null) return null
  if (SETTLED_AGAIN[locked.status as PaymentStatus]) {
    await settleInTransaction(tx, { clock: () => now, policy, mayExpire: () => false }, orderId)
  }
  const order = (await lockOrder(tx, orderId)) ?? locked
  return { order, money: settledMoneyOf(order, await loadEvidence(tx, order, policy), policy, now) }
}

function settledMoneyOf(
  order: PaymentRecord,
  loaded: LoadedEvidence,
  policy: PaymentPolicy,
  now: Date,
): SettledMoney {
  const { counted } = decideStatus(order, loaded, now)
  const isSettled = settledTest(order, loaded, policy, counted)
  const accepted = new Set(order.accepted_transfers ?? [])
  const { sightings } = loaded.evidence
  const settled = sightings.filter(isSettled)
  const dust = dustBelow(atoms(order.due_atoms), worthOf(order))
  const isDust = (one: Sighting) => (one.kind === 'rail' ? one.atoms < dust : one.isDust)
  return {
    counted: counted.reduce((sum, one) => sum + (isSettled(one.sighting) ? one.atoms : 0n), 0n),
    coins: sumByCoin(settled, loaded),
    hasUnsettled: sightings.some((one) => !isSettled(one) && !isDust(one) && !isStuck(one, now)),
    isForeignAccepted: settled.some((one) => one.kind !== 'rail' && accepted.has(one.id)),
  }
}

/**
 * Money is settled once it is as deep as the order's rule requires. The rule is applied to the value of everything that
 * came, not only to the price: a large overpayment of a small order needs the depth of a large order. Nodes must have said
 * as much about it as the order's keys require.
 */
function settledTest(
  order: PaymentRecord,
  { transfers, view }: LoadedEvidence,
  policy: PaymentPolicy,
  counted: readonly Credit[],
): (sighting: Sighting) => boolean {
  const total = counted.reduce((sum, one) => sum + one.atoms, 0n)
  const worth = worthOf(order)
  const arrived = usdCents(Number(divideUp(BigInt(worth) * total, order.due_atoms)))
  const depth = depthOf(policy, railOfRecord(order), arrived > worth ? arrived : worth)
  const accepted = new Set(order.accepted_transfers ?? [])
  return (sighting) => {
    if (!sighting.isSettled || sighting.kind !== 'rail') return sighting.isSettled
    // money that a node contradicts may not exist: no refund owes it before staff accept it
    if (!sighting.isAttested && !accepted.has(sighting.id)) return false
    if (depth !== 'finalized') return sighting.confirmations >= depth
    const height = transfers.get(sighting.id)?.block_height ?? null
    return height !== null && view !== null && height <= view.finalizedHeight
  }
}

function isStuck({ blockAt, seenAt }: Sighting, now: Date): boolean {
  return blockAt === null && now.getTime() - seenAt.getTime() > MONITORING_S * 1000
}

function sumByCoin(sightings: readonly Sighting[], { transfers }: LoadedEvidence): readonly SettledCoin[] {
  const coins = new Map<string, SettledCoin>()
  for (const { id, atoms: amount } of sightings) {
    const row = transfers.get(id)
    if (row === undefined) continue
    // foreign keys to reference tables check both
    const [chain, asset] = [row.chain as ChainId, row.asset as Asset]
    const name = `${chain} ${asset}`
    coins.set(name, { chain, asset, atoms: amount + (coins.get(name)?.atoms ?? 0n) })
  }
  return [...coins.values()]
}
