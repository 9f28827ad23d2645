import { faultsOfOthers } from './fault-events.ts'
import { judgeLosses } from './judge-losses.ts'
import { createStockJudge } from './judge-stock.ts'
import { chainOf } from './shop-process.ts'
import { deepWorth, leastOf, trueTransfers } from './true-money.ts'
import type { Violation, World, WorldOrder } from './world.ts'

/** Watches the database and the true chain, and shares no code with the shop. */
export interface Oracle {
  /** After each step. */
  afterStep(): Promise<readonly Violation[]>
  /** After each change of a true chain. */
  afterChainEvent(): void
  /** Everything that can be checked at any time, over all rows. */
  checkAll(): Promise<readonly Violation[]>
}

const QUORUM_CENTS = 1_500_00
/** What a promise of copies depends on. */
const STOCK = /\b(payments|game_keys|transfers|payment_events)\b/

interface OrderRow {
  readonly id: string
  readonly status: string
  readonly quantity: number
  readonly keys: number
  readonly handed: readonly string[] | null
  readonly accepted: boolean
  readonly live: string | null
  readonly refunds: number
}

interface RefundRow {
  readonly id: string
  readonly payment_id: string
  readonly asset: string
  readonly rest: string
  readonly quantity: number
  readonly price: number
  readonly owed: string
  readonly order_price: number
  readonly all_prices: number
}

/** Creates the oracle of one run. */
export function createOracle(world: World): Oracle {
  const seen = new Set<string>()
  /** When the true chain first held an order's price at the asked depth. */
  const coveredAt = new Map<string, { readonly atMs: number; readonly looks: number }>()
  /** The most that the true chain ever held as deep as asked, by order and asset. */
  const mostHeld = new Map<string, bigint>()
  const quoted = new Set<string>()
  /** The order that each key was first handed out to, which outlives a restore. */
  const handed = new Map<string, string>()
  let restores = 0
  let { timeline } = world
  const byId = new Map<string, WorldOrder>()
  const checkStock = createStockJudge(world)
  let commits = 0

  const orderOf = (id: string): WorldOrder | null => {
    if (byId.size < world.orders.size) for (const order of world.orders.values()) byId.set(order.id, order)
    return byId.get(id) ?? null
  }

  const isCovered = (order: WorldOrder): boolean => {
    if (order.sent.length === 0) return false
    return deepWorth(trueTransfers(world, chainOf(world, order.chain), order), order) >= leastOf(order)
  }

  /** Orders whose keys left since the last check. */
  const checkDelivered = async (): Promise<readonly Violation[]> => {
    // what was handed out after the backup was made may be handed out again
    if (restores !== world.restores) {
      restores = world.restores
      const { rows } = await world.oracle.query<{ id: string }>(
        'select id from payments where delivered_at is not null',
      )
      seen.clear()
      for (const { id } of rows) seen.add(id)
      // keys that were handed out and not yet mailed return to the stock after a failover; judge-mails.ts has those that were
      if (timeline !== world.timeline) for (const [key, id] of handed) if (!seen.has(id)) handed.delete(key)
      timeline = world.timeline
    }
    const { rows } = await world.oracle.query<OrderRow>({
      name: 'delivered',
      text: `select p.id, p.status, p.quantity, p.accepted_transfers is not null as accepted,
         (select count(*)::int from game_keys k where k.payment_id = p.id) as keys,
         (select array_agg(encode(k.key_hash, 'hex')) from game_keys k where k.payment_id = p.id) as handed,
         (select sum(t.atoms)::text from transfers t where t.payment_id = p.id and t.lost_at is null) as live,
         (select count(*)::int from refunds r where r.payment_id = p.id and r.status <> 'withdrawn') as refunds
       from payments p where p.delivered_at is not null and p.id <> all($1::uuid[])`,
      values: [[...seen]],
    })
    const violations: Violation[] = []
    for (const row of rows) {
      seen.add(row.id)
      world.tally.delivered += 1
      violations.push(...judgeDelivery(row))
    }
    return violations
  }

  const judgeDelivery = (row: OrderRow): readonly Violation[] => {
    const order = orderOf(row.id)
    const violations: Violation[] = []
    if (row.keys !== row.quantity)
      violations.push({
        rule: 'I1',
        message: `${String(row.keys)} keys for an order of ${String(row.quantity)}`,
      })
    for (const key of row.handed ?? []) {
      const first = handed.get(key) ?? row.id
      handed.set(key, first)
      if (first !== row.id) violations.push({ rule: 'I1', message: 'a key was handed out to two orders' })
    }
    if (row.refunds > 0) violations.push({ rule: 'I4', message: 'keys left although a refund was asked' })
    // the buyer's answer was lost and the order has not been asked for again
    if (order === null || row.accepted) return violations
    if (isCovered(order)) {
      const since = coveredAt.get(order.id)
      if (since !== undefined) {
        world.tally.latencies.push((world.nowMs - world.jumpedMs - since.atMs) / 1000)
        world.tally.looksToKeys.push((world.looks.get(order.chain) ?? 0) - since.looks)
      }
      return violations
    }
    // covered once, and no node has told of the reorganisation: the risk that the asked depth accepts
    const isKnownLost = row.live === null || BigInt(row.live) < leastOf(order)
    if (coveredAt.has(order.id) && !isKnownLost) return violations
    // below the value that two nodes must confirm, a second node that fails lets one node's word count
    const faultsThen = world.invented.get(order.id)
    const hasOtherFailed = faultsThen !== undefined && faultsOfOthers(world, order.chain) > faultsThen
    if (hasOtherFailed && order.priceCents < QUORUM_CENTS) {
      world.tally.onOneWordCents += order.priceCents
      return violations
    }
    const held = trueTransfers(world, chainOf(world, order.chain), order)
    const words = held.map(
      (one) => `${one.asset} ${String(one.atoms)} worth ${String(one.worth)}${one.isDeep ? ' deep' : ''}`,
    )
    violations.push({
      rule: 'I2',
      message:
        `${String(order.quantity)} keys of an order on ${order.network} left while the true chain held ` +
        `${words.join(', ') || 'nothing'}; due ${String(order.due)}, rows ${row.live ?? 'none'}`,
    })
    return violations
  }

  /** Refunds that were quoted since the last check: none may owe more than the chain ever held as deep as asked. */
  const checkRefunds = async (): Promise<readonly Violation[]> => {
    const { rows } = await world.oracle.query<RefundRow>({
      name: 'refunds',
      text: `select r.id, r.payment_id, r.asset, r.rest_atoms::text as rest, r.quantity, r.price_cents as price,
         r.owed_atoms::text as owed, p.price_usd_cents as order_price,
         (select sum(a.price_cents)::int from refunds a
           where a.payment_id = p.id and a.status <> 'withdrawn') as all_prices
       from refunds r join payments p on p.id = r.payment_id
       where r.status <> 'withdrawn' and r.owed_atoms is not null`,
    })
    const violations: Violation[] = []
    for (const row of rows) {
      const name = `${row.id} ${row.owed}`
      const order = orderOf(row.payment_id)
      if (quoted.has(name) || order === null) continue
      quoted.add(name)
      if (row.all_prices > row.order_price)
        violations.push({
          rule: 'I4',
          message: `refunds of ${String(row.all_prices)} cents, paid ${String(row.order_price)}`,
        })
      const held = mostHeld.get(`${order.id} ${row.asset}`) ?? 0n
      const owesPrice = row.quantity > 0 || row.price > 0
      const most = owesPrice ? held - order.due : held
      if (BigInt(row.rest) > (most > 0n ? most : 0n))
        violations.push({
          rule: 'I4',
          message:
            `a refund owes a rest of ${row.rest} ${row.asset}, the chain never held more than ${String(most)} ` +
            `of it as deep as asked (${order.network})`,
        })
    }
    return violations
  }

  const checkAll = async (): Promise<readonly Violation[]> => {
    const { rows } = await world.oracle.query<{ what: string; id: string }>({
      name: 'all',
      text: `select 'keys of an order are neither none nor all' as what, p.id::text
         from payments p left join game_keys k on k.payment_id = p.id and k.replaced_by is null
         group by p.id having count(k.id) not in (0, p.quantity)
       union all
       select 'two mails with keys', payment_id::text from mails where template = 'keys' group by payment_id having count(*) > 1
       union all
       select 'keys of an order that is not delivered', p.id::text
         from payments p join game_keys k on k.payment_id = p.id where p.delivered_at is null
       union all
       select 'more than the price refunded twice', payment_id::text from refunds where status = 'verified'
         group by payment_id, asset having sum(quantity) > (select quantity from payments p where p.id = payment_id)`,
    })
    return rows.map(({ what }) => ({ rule: 'I1', message: what }))
  }

  /** Once a process knows that something is missing, no order is taken until a recovery is finished. */
  const checkSellers = (sellers: readonly string[]): readonly Violation[] => {
    const knows = sellers.some(
      (name) => world.processes.find((one) => one.name === name)?.knowsOfLoss === true,
    )
    return knows
      ? [{ rule: 'I10', message: 'a process took an order from a database that lacks what its mark knows' }]
      : []
  }

  const checkEverything = async (): Promise<readonly Violation[]> => [
    ...(await checkDelivered()),
    ...(await checkStock()),
    ...(await checkRefunds()),
    ...(await checkAll()),
  ]

  return {
    async afterStep() {
      if (world.committed.length === 0) return []
      const committed = world.committed.splice(0)
      commits += 1
      const isTouched = (names: RegExp) => committed.some((text) => names.test(text))
      const violations: Violation[] = []
      violations.push(...checkSellers(world.sellers.splice(0)))
      if (world.alarms > 0 && world.losses + world.restores === 0)
        violations.push({ rule: 'I10', message: 'a recovery began although nothing is missing' })
      if (isTouched(/delivered_at/)) violations.push(...(await checkDelivered()))
      if (isTouched(STOCK)) violations.push(...(await checkStock()))
      if (isTouched(/lost_as/)) violations.push(...(await judgeLosses(world)))
      if (isTouched(/refunds|rest_atoms|owed_atoms/)) violations.push(...(await checkRefunds()))
      // whatever the texts of the statements did not show
      if (commits % 50 === 0) violations.push(...(await checkEverything()))
      return violations
    },
    afterChainEvent() {
      for (const order of world.orders.values()) {
        if (order.sent.length === 0) continue
        const transfers = trueTransfers(world, chainOf(world, order.chain), order)
        for (const asset of new Set(transfers.map((one) => one.asset))) {
          const deep = transfers.filter((one) => one.asset === asset && one.isDeep)
          const sum = deep.reduce((total, one) => total + one.atoms, 0n)
          const name = `${order.id} ${asset}`
          if (sum > (mostHeld.get(name) ?? 0n)) mostHeld.set(name, sum)
        }
        if (!coveredAt.has(order.id) && deepWorth(transfers, order) >= leastOf(order))
          coveredAt.set(order.id, {
            atMs: world.nowMs - world.jumpedMs,
            looks: world.looks.get(order.chain) ?? 0,
          })
      }
    },
    checkAll: checkEverything,
  }
}
