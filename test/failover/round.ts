import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { RailState } from '#shared/api.ts'
import type { RandomStream } from '#test/faults/seeded-random.ts'
import { newWish, orderUntilTold, payOrder } from './buyers.ts'
import { shopFaults, type Fault } from './deployment.ts'
import { broken, type BrokenPromise, type Losses, type StoredOrder } from './judge.ts'
import { startProbe } from './probe.ts'
import { holds, settle } from './settle.ts'
import type { ShopProcess } from './shops.ts'
import type { World } from './world.ts'

/** A fault with the moment it begins after the round's first one, and how long it lasts. */
export interface PlannedFault {
  readonly fault: Fault
  readonly afterMs: number
  readonly lastsMs: number
}

/** Tells whoever watches how far a round has come. */
export type Say = (words: string) => void

/** What one round showed, as a line of JSON. Times are milliseconds. */
export interface RoundReport {
  readonly faults: readonly { readonly name: string; readonly afterMs: number; readonly lastsMs: number }[]
  readonly isLossy: boolean
  /** The load of this computer in the last minute of it: a high one makes all times longer. */
  readonly load: number
  /** Orders told, payments made and mails with keys received so far. */
  readonly orders: number
  readonly paid: number
  readonly mailed: number
  /** From the first fault on, how long no write reached the database. */
  readonly outageMs: number
  /** From the end of the last fault until a write reached the database. */
  readonly databaseMs: number
  /** From then on until every process took an order again; the slowest counts. */
  readonly sellsMs: number
  /** The same until an order that was made and paid since had its keys mailed. */
  readonly mailsMs: number
  readonly broken: readonly BrokenPromise[]
}

const DURATIONS_S = [2, 5, 12, 25] as const
/** In a quarter of the rounds with two faults the second begins when the shop has begun to deal with the first. */
const GAPS_S = [0, 0, 3, 8] as const
const RECOVERS_WITHIN_MS = 20_000
const GIVE_UP_MS = 120_000
const FOUND_WITHIN_MS = 90_000

/** What can break in a world. */
export function faultsOf({ deployment, shops }: World): readonly Fault[] {
  return [...deployment.faults, ...shopFaults(shops)]
}

/** A failover of a database that loses some is played in so many rounds; in the others its standby is not promoted. */
const LOSSY = 0.6

/**
 * Chooses one fault or two that have no part in common.
 *
 * @param name is part of the first one's name.
 */
export function planRound(random: RandomStream, world: World, name = ''): readonly PlannedFault[] {
  const { lossyFault } = world.deployment
  if (lossyFault !== null && random.chance(LOSSY)) return [{ fault: lossyFault, afterMs: 0, lastsMs: 0 }]
  const all = faultsOf(world).filter(({ promotes }) => lossyFault === null || promotes !== true)
  const first = random.pick(all.filter((fault) => fault.name.includes(name)))
  const apart = all.filter(({ parts }) => !parts.some((part) => first.parts.includes(part)))
  const chosen = random.chance(0.5) ? [first] : [first, random.pick(apart)]
  return chosen.map((fault, at) => ({
    fault,
    afterMs: at === 0 ? 0 : random.pick(GAPS_S) * 1_000,
    lastsMs: random.pick(DURATIONS_S) * 1_000,
  }))
}

/** Breaks what is planned while buyers go on, repairs it, waits until all is settled, and compares the ledger. */
export async function runRound(
  world: World,
  planned: readonly PlannedFault[],
  losses: Losses,
  say: Say,
): Promise<RoundReport> {
  await world.passes.fill()
  const probe = startProbe(world.deployment.url)
  const beganAt = performance.now()
  try {
    await Promise.all(planned.map((one) => playFault(one, say)))
    const endedAt = performance.now()
    await probe.answersAfter(endedAt)
    const backAt = performance.now()
    const isLossy = planned.some(({ fault }) => fault === world.deployment.lossyFault)
    const found: BrokenPromise[] = isLossy ? [...(await finishRecovery(world, endedAt))] : []
    say('the database takes writes')
    const startAt = isLossy ? performance.now() : backAt
    const times = await Promise.all(world.shops.map((shop) => buyAt(world, shop, startAt)))
    const [sellsMs, mailsMs] = [
      worst(times.map(({ soldMs }) => soldMs)),
      worst(times.map(({ mailedMs }) => mailedMs)),
    ]
    if (mailsMs > RECOVERS_WITHIN_MS)
      found.push(broken('not-recovered', `${describePurchases(world, times)}; ${await describeRails(world)}`))
    say(`every process sells, the slowest after ${String(sellsMs)} ms, mails after ${String(mailsMs)} ms`)
    found.push(...(await repair(world)))
    say('repaired')
    found.push(...(await settle(world, losses)), ...world.takeBroken(), ...slowCallsSince(world, beganAt))
    const { ledger } = world
    return {
      faults: planned.map(({ fault, afterMs, lastsMs }) => ({ name: fault.name, afterMs, lastsMs })),
      isLossy,
      load: Math.round(loadavg()[0] ?? 0),
      orders: ledger.told.size,
      paid: ledger.paid.size,
      mailed: ledger.mails.filter(({ keys }) => keys.length > 0).length,
      outageMs: Math.round(probe.outageMs(beganAt, backAt)),
      databaseMs: Math.round(backAt - endedAt),
      sellsMs,
      mailsMs,
      broken: found,
    }
  } finally {
    await probe.stop()
  }
}

async function repair({ deployment }: World): Promise<readonly BrokenPromise[]> {
  try {
    await deployment.repair()
    return []
  } catch (error) {
    return [broken('not-repaired', String(error))]
  }
}

function describePurchases({ shops }: World, purchases: readonly Purchase[]): string {
  const lines = shops.map(({ name }, at) => {
    const { soldMs = 0, paidMs = 0, mailedMs = 0 } = purchases[at] ?? {}
    return `${name}: sold after ${String(soldMs)} ms, paid after ${String(paidMs)} ms, mailed after ${String(mailedMs)} ms`
  })
  return lines.join('; ')
}

/** Why each process takes no orders. */
async function describeRails({ shops }: World): Promise<string> {
  const lines = await Promise.all(
    shops.map(async (shop) => {
      const rails = await readRails(shop)
      const reasons = rails?.map(({ network, reason }) => `${network} ${reason ?? 'open'}`)
      return `${shop.name}: ${reasons?.join(', ') ?? 'no answer'}`
    }),
  )
  return lines.join('; ')
}

async function playFault({ fault, afterMs, lastsMs }: PlannedFault, say: Say): Promise<void> {
  await delay(afterMs)
  say(`${fault.name} begins`)
  await fault.begin()
  await delay(lastsMs)
  say(`${fault.name} ends`)
  await fault.end()
  say(`${fault.name} has ended`)
}

/** When one purchase was told, paid and mailed, since everything works again. */
interface Purchase {
  readonly soldMs: number
  readonly paidMs: number
  readonly mailedMs: number
}

/** One purchase at one process, from the moment that everything works again. */
async function buyAt(world: World, shop: ShopProcess, sinceAt: number): Promise<Purchase> {
  const wish = newWish(world.chains.networks, 'canary')
  const order = await orderUntilTold(world, wish, () => shop, AbortSignal.timeout(GIVE_UP_MS))
  if (order === null) return { soldMs: GIVE_UP_MS, paidMs: GIVE_UP_MS, mailedMs: GIVE_UP_MS }
  const since = () => Math.round(performance.now() - sinceAt)
  const soldMs = Math.round(order.toldAt - sinceAt)
  await payOrder(world, order)
  const paidMs = since()
  const isMailed = await holds(() => world.ledger.keysOf(wish.email).length > 0, GIVE_UP_MS)
  return { soldMs, paidMs, mailedMs: isMailed ? since() : GIVE_UP_MS }
}

function slowCallsSince({ ledger }: World, at: number): readonly BrokenPromise[] {
  return ledger.slowCalls
    .filter((call) => call.at >= at)
    .map(({ path, ms }) => broken('slow-call', `${path}: ${String(ms)} ms`))
}

/**
 * After a failover that lost something: every process must close its rails before anything leaves, and sells again when the
 * commands have finished the recovery.
 */
async function finishRecovery(world: World, promotedAt: number): Promise<readonly BrokenPromise[]> {
  const found: BrokenPromise[] = []
  const isNoticed = await holds(
    async () => (await Promise.all(world.shops.map(isClosed))).every(Boolean),
    RECOVERS_WITHIN_MS,
  )
  if (!isNoticed) found.push(broken('no-recovery', 'a process still sells'))
  const lost = await lostOrders(world)
  const { told, mails } = world.ledger
  const late = [
    ...[...told.values()].filter(({ toldAt }) => toldAt > promotedAt).map(({ id }) => `order ${id}`),
    ...mails
      .filter(({ keys, at }) => keys.length > 0 && at > promotedAt)
      .map(({ email }) => `keys to ${email}`),
  ]
  found.push(...late.map((what) => broken('sold-older', what)))
  const [shop] = world.shops
  if (shop === undefined || !isNoticed) return found
  const resumed = await shop.command('restore', '--resume')
  const isFound = await holds(
    async () => {
      const status = (await shop.command('restore', '--status')).toLowerCase()
      return lost.every(({ address }) => status.includes(address.toLowerCase()))
    },
    FOUND_WITHIN_MS,
    2_000,
  )
  if (!isFound) {
    const status = (await shop.command('restore', '--status')).toLowerCase()
    const unknown = lost.filter(({ address }) => !status.includes(address.toLowerCase()))
    found.push(
      broken('money-unknown', `${unknown.map(({ address }) => address).join(' ')}; ${usedIn(resumed)}`),
    )
  }
  const sent = join(world.folder, 'keys-sent')
  await writeFile(sent, [...new Set(mails.flatMap(({ keys }) => keys))].join('\n'))
  await shop.command('restore', '--keys-sent', sent)
  await shop.command('restore', '--release-keys')
  await world.passes.fill()
  return found
}

/** What a command has said about used addresses. */
function usedIn(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.includes(' was used '))
    .join('; ')
}

/** Whether a process takes no orders because of a recovery. */
async function isClosed(shop: ShopProcess): Promise<boolean> {
  const rails = await readRails(shop)
  return (
    rails !== null &&
    rails.some(({ reason }) => reason === 'restored') &&
    rails.every(({ available }) => !available)
  )
}

/** @returns null without an answer. */
async function readRails({ url }: ShopProcess): Promise<readonly RailState[] | null> {
  try {
    const reply = await fetch(`${url}/data/rails`, { signal: AbortSignal.timeout(5_000) })
    return reply.ok ? ((await reply.json()) as readonly RailState[]) : null
  } catch {
    return null // it will answer
  }
}

/** Paid orders that the database no longer knows. */
async function lostOrders({ readOrders, ledger }: World) {
  const known = new Set((await readOrders()).map(({ id }: StoredOrder) => id))
  return [...ledger.told.values()].filter(({ id }) => ledger.paid.has(id) && !known.has(id))
}

function worst(times: readonly number[]): number {
  return Math.max(0, ...times)
}
