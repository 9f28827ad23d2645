import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { RailState } from '#shared/api.ts'
import type { EditionId } from '#shared/editions.ts'
import {
  FIRST_DAY_STEPS,
  type FirstDayList,
  type FirstDayStep,
  type FirstDayStepId,
} from '#shared/first-day-api.ts'
import { may, type Role } from '#shared/permissions.ts'

export interface FirstDayDeps {
  readonly db: Db
  readonly shopState: () => Promise<{
    readonly rails: readonly RailState[]
    readonly stock: readonly { readonly edition: EditionId; readonly total: number }[]
  }>
  readonly readBackups: () => Promise<FirstDayList['backups']>
}

/**
 * Reads how far the first day of a shop is. A list whose steps are all done is closed: what changes later, such as a node that is
 * down for an hour, is told by alerts.
 *
 * @returns null once the list is closed.
 */
export async function readFirstDay(
  { db, shopState, readBackups }: FirstDayDeps,
  role: Role | null,
  now: Date,
): Promise<FirstDayList | null> {
  const stored = await readStored(db)
  if (stored.closedAt !== null) return null
  const [state, backups, found] = await Promise.all([shopState(), readBackups(), readFound(db)])
  const rails = state.rails.filter(({ reason }) => reason !== 'not_configured')
  const editions = state.stock.map(({ edition, total }) => ({ edition, keys: total }))
  const steps = stepsOf({
    nodes: rails.length > 0 && rails.every(({ available }) => available),
    keys: editions.every(({ keys }) => keys > 0),
    'second-factor': found.ownersWithoutFactor === 0,
    backup: backups.lastAt !== null && backups.verifiedAt !== null,
    mails: stored.mailsReadAt !== null,
    'test-order': found.hasPaidOrder,
    'real-order': found.hasSoldToBuyer,
  })
  if (steps.every(({ state: one }) => one === 'done')) {
    await db.updateTable('first_day').set({ closed_at: now }).where('closed_at', 'is', null).execute()
    return null
  }
  const isOwner = may(role, 'people.manage')
  return {
    steps: steps.filter(({ id }) => isOwner || id !== 'second-factor'),
    rails,
    editions,
    ownersWithoutFactor: isOwner ? found.ownersWithoutFactor : null,
    backups,
  }
}

/** What must be done before a step can be. */
const NEEDS: Readonly<Record<FirstDayStepId, readonly FirstDayStepId[]>> = {
  nodes: [],
  keys: [],
  'second-factor': [],
  backup: [],
  mails: [],
  'test-order': ['nodes', 'keys'],
  'real-order': ['test-order'],
}

function stepsOf(isDone: Readonly<Record<FirstDayStepId, boolean>>): FirstDayStep[] {
  return FIRST_DAY_STEPS.map((id) => {
    if (isDone[id]) return { id, state: 'done', after: null }
    const after = NEEDS[id].find((step) => !isDone[step]) ?? null
    return { id, state: after === null ? 'open' : 'blocked', after }
  })
}

async function readStored(db: Db): Promise<{ mailsReadAt: Date | null; closedAt: Date | null }> {
  const row = await db.selectFrom('first_day').selectAll().executeTakeFirstOrThrow()
  return { mailsReadAt: row.mails_read_at, closedAt: row.closed_at }
}

/** A test order is any that was paid. A buyer is nobody of the staff, pays real coins, and has been sent the keys. */
async function readFound(db: Db) {
  const { rows } = await sql<{ has_paid: boolean; has_sold: boolean; without_factor: bigint }>`
    select exists (select from payments where confirmed_at is not null) as has_paid,
      exists (
        select from mails m join payments p on p.id = m.payment_id
        where m.template = 'keys' and m.sent_at is not null and p.confirmed_at is not null and not p.is_simulated
          and not exists (select from users u where lower(u.email) = lower(p.user_email))
      ) as has_sold,
      (select count(*) from users u join user_roles r on r.user_id = u.id
        where r.role = 'owner' and u.disabled_at is null and u.two_factor_enabled is not true) as without_factor`.execute(
    db,
  )
  const [row] = rows
  return {
    hasPaidOrder: row?.has_paid === true,
    hasSoldToBuyer: row?.has_sold === true,
    ownersWithoutFactor: Number(row?.without_factor ?? 0n),
  }
}
