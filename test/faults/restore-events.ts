import { sql } from 'kysely'
import { advanceWallet } from '#server/recovery/advance-wallet.ts'
import { decideQuarantined, retireSentKeys } from '#server/recovery/quarantined-keys.ts'
import { completePart, findOpenRecovery, startRecovery } from '#server/recovery/recoveries.ts'
import type { StoredKey } from '#server/secrets/key-cipher.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import type { EventHandler } from './events.ts'
import type { EventKind } from './scenarios.ts'
import { fillPools } from './shop-events.ts'
import { kill } from './step.ts'
import { countFault, leaderOf, type World } from './world.ts'
import { xpubOf } from './xpubs.ts'

const backUp: EventHandler = async ({ world }) => {
  await world.oracle.query(`select copy_world('backup')`)
  world.hasBackup = true
  return `${String(world.orders.size)} orders`
}

/** What is outside the database when it is lost: the mark of the data folder, and the keys that the mails contained. */
interface Outside {
  readonly reserved: Readonly<Record<string, number>>
  readonly sentKeys: readonly string[]
}

async function readOutside({ oracle }: World): Promise<Outside> {
  const wallets = await oracle.query<Pick<Outside, 'reserved'>>(
    `select coalesce(jsonb_object_agg(fingerprint, next_index), '{}') as reserved from wallets`,
  )
  const sent = await oracle.query<StoredKey>(
    'select id, game_edition, sealed_key, sealed_with from game_keys where payment_id is not null',
  )
  return { reserved: wallets.rows[0]?.reserved ?? {}, sentKeys: sent.rows.map(TEST_CIPHER.open) }
}

/** All processes end, an older backup takes the place of the database, and staff finish the recovery. */
const restore: EventHandler = async ({ world }) => {
  if (!world.hasBackup) return null
  const outside = await readOutside(world)
  for (const key of outside.sentKeys) world.lostKeys.add(key)
  for (const { name } of [...world.processes]) await kill(world, name)
  await world.oracle.query(`select replace_world('backup')`)
  world.restores += 1
  world.isRecovering = true
  countFault(world, 'restore')
  const before = world.orders.size
  await forgetLostOrders(world)
  await recover(world, outside)
  fillPools(world, leaderOf(world))
  return `${String(before - world.orders.size)} orders are lost`
}

/** Orders that the database lacks are lost to their buyers. */
export async function forgetLostOrders(world: World): Promise<void> {
  const { rows } = await world.oracle.query<{ id: string }>('select id from payments')
  const stored = new Set(rows.map(({ id }) => id))
  for (const [number, order] of world.orders) if (!stored.has(order.id)) world.orders.delete(number)
}

async function recover(world: World, { reserved }: Outside): Promise<void> {
  const { admin, nowMs } = world
  const now = new Date(nowMs)
  const { database_id: previousDatabaseId } = await admin
    .selectFrom('installation')
    .select('database_id')
    .executeTakeFirstOrThrow()
  await sql`update installation set database_id = gen_random_uuid()`.execute(admin)
  const start = { cause: 'restored', previousDatabaseId, lostSince: now, reserved } as const
  await admin.transaction().execute((tx) => startRecovery(tx, start, now))
  // the same backup may be restored twice: the mails of both lost databases were sent
  await finishRecovery(world, [...world.lostKeys])
}

/**
 * Staff finish the open recovery: the next addresses are beyond all that were told, and keys that were sent are retired.
 *
 * @param sentKeys those of the mails unless given.
 * @returns whether one was open.
 */
export async function finishRecovery(world: World, sentKeys?: readonly string[]): Promise<boolean> {
  const { admin, clock } = world
  const now = clock()
  const recovery = await findOpenRecovery(admin)
  if (recovery === null) return false
  for (const wallet of new Set([...world.chains.keys()].map((chain) => CHAIN_TABLE[chain].wallet))) {
    const deps = { db: admin, clock, xpub: xpubOf(wallet), readers: [], onProgress: () => undefined }
    await advanceWallet(deps, recovery, null)
  }
  await admin.transaction().execute((tx) => completePart(tx, recovery, 'addresses_done_at', now))
  await retireSentKeys(admin, TEST_CIPHER, sentKeys ?? [...world.toldKeys.keys()], now)
  await decideQuarantined(admin, { decision: 'rest_to_stock' }, { actorId: null, now })
  for (const process of world.processes) process.knowsOfLoss = false
  return true
}

export const restoreEvents = {
  'back up': backUp,
  restore,
} satisfies Partial<Record<EventKind, EventHandler>>
