import { payInFull } from './buyer-events.ts'
import { BALANCES, healNode } from './nodes.ts'
import { passTime } from './pass-time.ts'
import { chainOf } from './shop-process.ts'
import { look } from './look.ts'
import { finishRecovery } from './restore-events.ts'
import { releaseHeldKeys } from './release-events.ts'
import { fillPools } from './shop-events.ts'
import { judgeTransfers } from './judge-transfers.ts'
import { leastOf, trueTransfers } from './true-money.ts'
import { leaderOf, type Violation, type World, type WorldChain, type WorldOrder } from './world.ts'

interface Drive {
  drain(name: string): Promise<readonly Violation[]>
  noteChains(): void
}

const MINUTE_MS = 60_000
/** Looks after which everything that the chains hold must be settled. */
const ROUNDS = 8
const BLOCKS: Readonly<Record<string, number>> = { bitcoin: 8, ethereum: 80, bsc: 30, tron: 30, base: 180 }

/** Heals everything, confirms all that is under way, and lets the shop look until nothing more can change. */
export async function settleWorld(world: World, { drain, noteChains }: Drive): Promise<readonly Violation[]> {
  world.armed.length = 0
  world.smtp = 'up'
  world.hasRates = true
  world.readOnlyFor = 0
  for (const process of world.processes) process.frozenFor = 0
  for (const { nodes } of world.chains.values()) {
    nodes.forEach(healNode)
    // reads that settling does not need may stay refused for ever
    if (world.setup.losesSecondNode && nodes[1] !== undefined) nodes[1].isDown = true
    if (world.setup.refusesBalances) for (const node of nodes) node.refuses.add(BALANCES)
  }
  if (world.setup.losesSecondNode) payWhatNeedsTwoNodes(world)
  const drained = await drain('before')
  if (drained.length > 0) return drained
  for (let round = 0; round < ROUNDS; round += 1) {
    // the last rounds are a day later, when every window and every chance to top up is over
    await passTime(world, round === ROUNDS - 3 ? 26 * 60 * MINUTE_MS : 2 * MINUTE_MS)
    const elected = await elect(world, drain, String(round))
    if (elected.length > 0) return elected
    for (const [id, { model }] of world.chains) {
      const blocks = round < 2 ? (BLOCKS[id] ?? 8) : 1
      for (let made = 0; made < blocks; made += 1) model.mine(world.nowMs, () => true)
      noteChains()
      look(world, leaderOf(world), id)
      await world.gates.untilParked()
      const violations = await drain(`${String(round)} ${id}`)
      if (violations.length > 0) return violations
    }
    if (await finishRecovery(world)) fillPools(world, leaderOf(world))
    releaseHeldKeys(world, leaderOf(world))
    leaderOf(world).senders.wakeUp()
    await world.gates.untilParked()
    const violations = await drain(`${String(round)} mails`)
    if (violations.length > 0) return violations
  }
  return measureQuiet(world, { drain, noteChains })
}

/** Longer than a process waits before it stands again. */
const CAMPAIGN_MS = 4_000
const CAMPAIGNS = 3

/** Lets the processes find a leader, if they elect one. */
async function elect(world: World, drain: Drive['drain'], name: string): Promise<readonly Violation[]> {
  if (!world.setup.hasElection) return []
  for (let campaign = 0; campaign < CAMPAIGNS; campaign += 1) {
    await passTime(world, CAMPAIGN_MS)
    const violations = await drain(`election ${name} ${String(campaign)}`)
    if (violations.length > 0) return violations
  }
  if (world.processes.some(({ leading }) => leading?.leader.isLeader() === true)) return []
  return [{ rule: 'I11', message: 'nobody leads although nothing fails' }]
}

/** Pays the open orders about which two nodes must agree: their buyers do not know that one of them is gone. */
function payWhatNeedsTwoNodes(world: World): void {
  for (const order of world.orders.values()) {
    const isOpen = order.sent.length === 0 && order.expiresAtMs > world.nowMs + 5 * MINUTE_MS
    if (isOpen && order.priceCents >= QUORUM_CENTS) payInFull(world, order)
  }
}

/** The most calls of a look, when nothing waits: without a new block, and with one. */
const CALLS_MOST = { 'no block': 3, 'one block': 8 } as const
/** The most statements and calls of such a look. */
const STEPS_MOST = { 'no block': 50, 'one block': 80 } as const

/** What a look costs when there is nothing to do. */
async function measureQuiet(world: World, { drain, noteChains }: Drive): Promise<readonly Violation[]> {
  // orders wait for ever for a balance that no node reads, for a second word, or for two that agree
  if (world.setup.refusesBalances || world.setup.losesSecondNode || world.invented.size > 0) return []
  for (const [id, { model, nodes }] of world.chains) {
    // each address costs a call of its own; and statements of an election are none of a look
    if ((id === 'bitcoin' && world.setup.isEsplora) || world.setup.hasElection) continue
    // what was left to do is done first: a look reads the balances of so many orders, and those expire one look later
    const rest = Array.from({ length: await countLooksLeft(world) }, () => 'rest' as const)
    for (const what of [...rest, 'no block', 'one block'] as const) {
      if (what === 'one block') model.mine(world.nowMs, () => true)
      noteChains()
      const callsOf = () => nodes.reduce((sum, node) => sum + node.calls, 0)
      const [calls, steps] = [callsOf(), world.tally.steps]
      await passTime(world, 3000)
      look(world, leaderOf(world), id)
      await world.gates.untilParked()
      const violations = await drain(`quiet ${id} ${what}`)
      if (violations.length > 0) return violations
      if (what === 'rest') continue
      const cost = { calls: callsOf() - calls, steps: world.tally.steps - steps }
      for (const [unit, value] of Object.entries(cost)) {
        const name = `${id}, ${what}: ${unit}`
        world.tally.costs.set(name, Math.max(value, world.tally.costs.get(name) ?? 0))
      }
      const stepsMost = STEPS_MOST[what] + STEPS_AN_ORDER * (await countOrdersWithoutMoney(world))
      if (cost.calls > CALLS_MOST[what] || cost.steps > stepsMost)
        return [
          {
            rule: 'I7',
            message: `a look at ${id} with ${what} took ${String(cost.calls)} calls and ${String(cost.steps)} steps`,
          },
        ]
    }
  }
  return []
}

/** An order whose money went away for good is with the staff, and each block settles it anew. */
const STEPS_AN_ORDER = 10

async function countOrdersWithoutMoney({ oracle }: World): Promise<number> {
  const { rows } = await oracle.query<{ count: number }>(
    `select count(*)::int as count from payments p where not is_final and status not in ('pending', 'expired')
       and not exists (select from transfers t where t.payment_id = p.id and t.lost_at is null)`,
  )
  return rows[0]?.count ?? 0
}

/** Orders whose balances one look reads at least. */
const READ_AT_ONCE = 20

/** How many looks are needed until orders without money have expired. */
async function countLooksLeft({ oracle, clock }: World): Promise<number> {
  const { rows } = await oracle.query<{ count: number }>(
    `select count(*)::int as count from payments where status = 'pending' and expires_at < $1`,
    [clock()],
  )
  return 1 + Math.ceil((rows[0]?.count ?? 0) / READ_AT_ONCE)
}

interface RestRow {
  readonly id: string
  readonly status: string
  readonly flags: string[]
  readonly quantity: number
  readonly is_delivered: boolean
  readonly is_awaiting: boolean
  readonly is_erased: boolean
  readonly accepted: boolean
  readonly received: string
  readonly refunds: number
  readonly free: number
  readonly losses: number
}

/** What must be true once everything has settled. */
export async function judgeRest(world: World): Promise<readonly Violation[]> {
  const { rows } = await world.oracle.query<RestRow>(
    `select p.id, p.status, p.flags, p.quantity, p.delivered_at is not null as is_delivered, p.received_atoms::text as received,
       p.awaiting_keys_since is not null as is_awaiting, p.erased_at is not null as is_erased,
       p.accepted_transfers is not null as accepted,
       (select count(*)::int from refunds r where r.payment_id = p.id and r.status <> 'withdrawn') as refunds,
       (select count(*)::int from game_keys where payment_id is null and retired_at is null) as free,
       (select count(*)::int from transfers t where t.payment_id = p.id and t.lost_at is not null) as losses
     from payments p`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const violations: Violation[] = []
  for (const order of world.orders.values()) {
    const row = byId.get(order.id)
    if (row === undefined)
      violations.push({ rule: 'I10', message: 'an order that its buyer knows is not stored' })
    else violations.push(...judgeOrder(world, order, row))
  }
  const unsent = await world.oracle.query<{ count: number }>(
    'select count(*)::int as count from mails where sent_at is null',
  )
  if ((unsent.rows[0]?.count ?? 0) > 0)
    violations.push({ rule: 'I3', message: `${String(unsent.rows[0]?.count)} mails were never sent` })
  return [...violations, ...(await judgeTransfers(world))]
}

function judgeOrder(world: World, order: WorldOrder, row: RestRow): readonly Violation[] {
  if (world.invented.has(order.id)) return []
  const transfers = trueTransfers(world, chainOf(world, order.chain), order)
  const own = transfers.filter((one) => one.asset === order.asset)
  const onTime = own.filter((one) => one.isOnTime).reduce((sum, one) => sum + one.atoms, 0n)
  const all = own.reduce((sum, one) => sum + one.atoms, 0n)
  const words = `${order.network} ${row.status} ${row.flags.join('+')}, on time ${String(onTime)}, in all ${String(all)}, due ${String(order.due)}`
  const finished = ['confirmed', 'review', 'refunded']
  // late money whose logs a node omitted twice is found by a rescan only, see docs/reliability.md
  const isHiddenLate = onTime === 0n && chainOf(world, order.chain).hidLogs
  // what only a balance shows, or logs that were omitted twice, is known to nobody while every node refuses to read
  // balances: the order goes on waiting, or stays expired if the money came after its end
  const shown = own.reduce((sum, one) => (one.kind === 'plain' ? sum + one.atoms : sum), 0n)
  const isHidden = shown < leastOf(order) || chainOf(world, order.chain).hidLogs
  const mayWait = row.status !== 'expired' || onTime === 0n
  const isUnread = world.setup.refusesBalances && isHidden && mayWait
  if (
    !isHiddenLate &&
    !isUnread &&
    all >= leastOf(order) &&
    !finished.includes(row.status) &&
    !(row.is_delivered && row.status !== 'confirmed')
  )
    return [{ rule: 'I3', message: `a paid order came to rest as ${words}` }]
  if (isUnread && ['pending', 'partial'].includes(row.status)) return []
  const isClean = row.refunds === 0 && !row.is_erased && !row.accepted && transfers.length === own.length
  if (!isClean || onTime < leastOf(order)) return []
  // money that only a balance shows arrives when the balance is read
  const isSeenInTime = own.every((one) => one.kind === 'plain' && one.block.atMs <= order.expiresAtMs)
  // from a value on, two nodes must agree: if the second is gone, staff decide
  const isUndecided = lacksSecondNode(world, chainOf(world, order.chain)) && row.status === 'review'
  if (isUndecided && order.priceCents >= QUORUM_CENTS) return []
  // a log that was hidden until its window was over leaves only a balance, which counts from when it is read
  if (chainOf(world, order.chain).hidLogs && row.status === 'review') return []
  if (isSeenInTime && row.status !== 'confirmed')
    return [{ rule: 'I3', message: `an order paid in time came to rest as ${words}` }]
  if (row.status === 'confirmed' && !row.is_delivered && row.free >= row.quantity && !row.is_awaiting)
    return [
      {
        rule: 'I3',
        message: `a confirmed order has no keys although there are ${String(row.free)}: ${words}`,
      },
    ]
  if (row.status === 'confirmed' && isSeenInTime && BigInt(row.received) !== all)
    return [{ rule: 'I6', message: `received ${row.received}, the true sum is ${String(all)}: ${words}` }]
  return []
}

const QUORUM_CENTS = 1_500_00

function lacksSecondNode(world: World, { nodes }: WorldChain): boolean {
  return world.setup.losesSecondNode && nodes.length > 1
}
