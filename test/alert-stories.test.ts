import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ALERT_AT_FAILURES, hasFailures } from '#server/accounts/sign-in-attempts.ts'
import { closeAlert, raiseAlert, type Alert } from '#server/alerts/raise-alert.ts'
import { recordLeftOut } from '#server/chain-watcher/record-left-out.ts'
import type { DiskSpace } from '#server/machine/disk-space.ts'
import type { MachineState } from '#server/machine/machine.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { acceptPayment } from '#server/payments/accept-payment.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import { deliverOrder } from '#server/payments/deliver-order.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { hasFewUnpaid } from '#server/payments/unpaid-orders.ts'
import { completePart, findOpenRecovery, startRecovery } from '#server/recovery/recoveries.ts'
import {
  failSignIn,
  insertRefusedMails,
  insertStuckMail,
  troubledBackups,
  type TroubledBackups,
} from './alert-causes.ts'
import { alertFixture, railState, type AlertFixture } from './alert-fixture.ts'
import { SAMPLE_ALERT_FACTS } from './sample-alerts.ts'
import { useTestDatabase } from './use-test-database.ts'
import { TEST_CIPHER } from './installation-secret.ts'
import { forgetOrders, order, orderDeps, payOnChain, placeOrder } from './order-fixture.ts'
import { HEALTHY_MACHINE } from './machine-state.ts'
import { testClock } from './test-clock.ts'
import type { AlertKind } from '#shared/alerts.ts'
import { usdCents } from '#shared/money.ts'
import { enAlerts } from '#texts/en/admin-alerts.ts'

const MINUTE_S = 60
const HOUR_S = 3600
/** A factor that makes 20 unpaid orders many. */
const LIMITS = 0.004

const database = useTestDatabase()
let time: ReturnType<typeof testClock>
let staff: AlertFixture
let backups: TroubledBackups
beforeAll(async () => {
  // mails are created at the database's time, which must be later
  time = testClock('2026-01-05T12:00:00Z')
  staff = await alertFixture(database.db, time, [
    {
      kind: 'sign-ins-failed',
      isOver: async (now) => !(await hasFailures(database.db, ALERT_AT_FAILURES, now)),
    },
    { kind: 'unpaid-orders-limit', isOver: (now) => hasFewUnpaid(shop(LIMITS), now) },
  ])
  backups = await troubledBackups(database, time.clock)
})
beforeEach(async () => {
  staff.rails = [railState(null)]
  staff.stock = 'backorder'
  staff.machine = HEALTHY_MACHINE
  await forgetOrders(database.db)
  await sql`truncate alerts, alert_signals, mails, key_counts, sale_counts, refunds, webhook_deliveries cascade`.execute(
    database.db,
  )
})
afterAll(async () => {
  await staff.close()
  await backups.close()
})

/** How an event that staff must know about begins and ends. */
interface Story {
  readonly begin: () => Promise<unknown>
  /** Null: only a person can end it, who needs no message about that. */
  readonly end: (() => Promise<unknown>) | null
  /** Other alerts that the same event is. */
  readonly also?: readonly AlertKind[]
}

const shop = (limits: number | 'off' = 'off'): CreatePaymentDeps =>
  orderDeps(database.db, time.clock, { limits })
const addKeys = (count: number, edition = 'standard') => addNewKeys(database.db, TEST_CIPHER, edition, count)

/** An alert whose cause takes more than a database to come about; its own tests are named. */
const reported = (kind: AlertKind, subject = 'shop'): Story => ({
  begin: () => {
    const alert = { kind, subject, facts: SAMPLE_ALERT_FACTS[kind], at: time.clock() } as Alert
    return database.db.transaction().execute((tx) => raiseAlert(tx, alert))
  },
  end: () => closeAlert(database.db, { kind, subject }, time.clock()),
})

const pass = (seconds: number) => {
  time.pass(seconds)
  return Promise.resolve()
}

/** A rail that is closed for a reason. */
const closedRail = (reason: 'node_down' | 'no_rate'): Story => ({
  begin: () => Promise.resolve((staff.rails = [railState(reason)])),
  end: () => Promise.resolve((staff.rails = [railState(null)])),
})

const troubledMachine = (trouble: Partial<MachineState>): Story => ({
  begin: () => Promise.resolve((staff.machine = { ...HEALTHY_MACHINE, ...trouble })),
  end: () => Promise.resolve((staff.machine = HEALTHY_MACHINE)),
})
const spaceLeft = (level: DiskSpace['level']): DiskSpace => ({
  place: 'data',
  freeBytes: 40_000_000,
  sizeBytes: 1_000_000_000,
  level,
  device: 1,
})

const accept = async (id: string) => {
  const accepted = await database.db.transaction().execute((tx) => acceptPayment(tx, shop(), id, undefined))
  expect(accepted).toMatchObject({ kind: 'accepted' })
}

let orderId = ''
const pay = async (placed: PaymentRecord, atoms = placed.due_atoms) => {
  orderId = placed.id
  await payOnChain(database.db, placed, { atoms })
}

const STORIES: Readonly<Record<AlertKind, Story>> = {
  'rail-closed': closedRail('node_down'),
  'disk-low': troubledMachine({ disks: [spaceLeft('low')] }),
  'disk-full': { ...troubledMachine({ disks: [spaceLeft('full')] }), also: ['disk-low'] },
  'clock-wrong': troubledMachine({ aheadOfWorldS: 3600 }),
  'record-failed': troubledMachine({ isRecordFailing: true }),
  'no-rate': closedRail('no_rate'),
  'nodes-not-agreed': {
    begin: async () => {
      const deps = shop()
      await pay(await placeOrder(deps))
      const policy = { ...deps.policy, quorumCents: usdCents(1), endpointCount: () => 2 }
      expect((await settlePayment({ ...deps, policy }, orderId)).status).toBe('detected')
      time.pass(31 * MINUTE_S)
      expect((await settlePayment({ ...deps, policy }, orderId)).status).toBe('review')
    },
    // one node is enough again
    end: () => settlePayment(shop(), orderId),
  },
  'order-review': {
    begin: async () => {
      const placed = await placeOrder(shop())
      await pay(placed, placed.due_atoms / 2n)
      time.pass(25 * HOUR_S)
      expect((await settlePayment(shop(), orderId)).status).toBe('review')
    },
    end: () => accept(orderId),
  },
  'refund-requested': {
    begin: async () => {
      const { id } = await placeOrder(shop())
      await database.db.insertInto('refunds').values({ payment_id: id }).execute()
    },
    end: () => database.db.updateTable('refunds').set({ status: 'withdrawn' }).execute(),
  },
  'stock-low': {
    // 10 copies in a week and 7 keys left: less than five days
    begin: async () => {
      await addKeys(17)
      await pay(await placeOrder(shop(), { quantity: 10, totalPrice: 639.9 }))
      await settlePayment(shop(), orderId)
      expect(await deliverOrder(shop(), orderId)).toMatchObject({ kind: 'delivered' })
    },
    end: () => addKeys(20),
  },
  'sold-out': {
    begin: async () => {
      staff.stock = 'reserve'
      await addKeys(1, 'supporter')
      await addKeys(1)
      await sql`delete from game_keys where game_edition = 'standard'`.execute(database.db)
    },
    end: () => addKeys(1),
  },
  'keys-missing': {
    begin: async () => {
      await pay(await placeOrder(shop()))
      await settlePayment(shop(), orderId)
      expect(await deliverOrder(shop(), orderId)).toMatchObject({ kind: 'awaiting-keys' })
    },
    end: async () => {
      await addKeys(50)
      expect(await deliverOrder(shop(), orderId)).toMatchObject({ kind: 'delivered' })
    },
  },
  'mail-stuck': {
    begin: () => insertStuckMail(database.db, time.clock()),
    end: () => database.db.updateTable('mails').set({ sent_at: time.clock() }).execute(),
  },
  'mails-refused': {
    begin: () => insertRefusedMails(database.db, time.clock()),
    end: () => database.db.updateTable('mails').set({ sent_at: time.clock(), failed_as: null }).execute(),
  },
  'keys-not-mailed': {
    begin: () => insertStuckMail(database.db, time.clock(), { template: 'keys', failed_as: 'refused' }),
    end: () => database.db.updateTable('mails').set({ sent_at: time.clock(), failed_as: null }).execute(),
  },
  'sign-ins-failed': {
    begin: async () => {
      for (let host = 1; host <= ALERT_AT_FAILURES; host++)
        await expect(failSignIn(shop(), `203.0.113.${String(host)}`)).rejects.toThrow('wrong password')
    },
    end: () => pass(24 * HOUR_S),
  },
  'backup-old': {
    // it does not work for a day and a half
    begin: async () => {
      await addKeys(1)
      await backups.block()
      await backups.run()
      time.pass(37 * HOUR_S)
      await backups.run()
    },
    end: async () => {
      time.pass(HOUR_S)
      await backups.unblock()
      await backups.run()
    },
    also: ['backup-failed'],
  },
  'backup-failed': {
    begin: async () => {
      await addKeys(1)
      time.pass(24 * HOUR_S)
      await backups.block()
      await backups.run()
    },
    end: async () => {
      time.pass(HOUR_S)
      await backups.unblock()
      await backups.run()
    },
  },
  'restore-check-failed': reported('restore-check-failed'),
  'node-left-out': {
    begin: () =>
      recordLeftOut(
        database.db,
        'ethereum',
        [{ endpoint: 'ethereum node 2', kind: 'mismatch', message: 'expected chain id 1, got 56' }],
        time.clock(),
      ),
    end: () => recordLeftOut(database.db, 'ethereum', [], time.clock()),
  },
  'single-node-limit': {
    begin: async () => {
      const deps = shop()
      await pay(await placeOrder(deps))
      // simulated money does not count
      await database.db.updateTable('payments').set({ is_simulated: false }).execute()
      const policy = { ...deps.policy, singleNodeCents: usdCents(1) }
      expect((await settlePayment({ ...deps, policy }, orderId)).status).toBe('detected')
    },
    end: () => settlePayment(shop(), orderId),
  },
  'issuer-freeze': reported('issuer-freeze', crypto.randomUUID()),
  'payment-predates-order': {
    begin: async () => {
      await pay(await placeOrder(shop()))
      await database.db.updateTable('transfers').set({ block_age: 'doubtful' }).execute()
      expect((await settlePayment(shop(), orderId)).status).toBe('review')
    },
    end: () => accept(orderId),
  },
  'payout-not-agreed': reported('payout-not-agreed', crypto.randomUUID()),
  'unpaid-orders-limit': {
    begin: async () => {
      const deps = shop(LIMITS)
      let refusals = 0
      for (let client = 1; client <= 41; client++) {
        const made = await order(deps, {}, { client: `192.0.2.${String(client)}` })
        if (made.kind === 'refused') refusals += 1
      }
      expect(refusals).toBe(1)
    },
    end: () => pass(HOUR_S),
  },
  recovery: {
    begin: () => {
      const start = { cause: 'restored', previousDatabaseId: crypto.randomUUID(), reserved: {} } as const
      return database.db
        .transaction()
        .execute((tx) => startRecovery(tx, { ...start, lostSince: time.clock() }, time.clock()))
    },
    end: async () => {
      const recovery = await findOpenRecovery(database.db)
      if (recovery === null) throw new Error('expected a recovery')
      for (const part of ['addresses_done_at', 'keys_done_at'] as const)
        await database.db.transaction().execute((tx) => completePart(tx, recovery, part, time.clock()))
    },
  },
  'lost-payment': { ...reported('lost-payment'), end: null },
}

async function watchFor(minutes: readonly number[]): Promise<void> {
  for (const one of [...minutes, 0]) {
    await staff.watch({ processes: 2 })
    time.pass(one * MINUTE_S)
  }
}

test.each(Object.entries(STORIES) as [AlertKind, Story][])(
  '%s is mailed once and posted once, signed, and once more when it is over',
  async (kind, { begin, end, also = [] }) => {
    await staff.watch()
    expect(staff.told()).toEqual({ mails: [], webhooks: [] })
    await begin()
    await watchFor([3, 3])
    const kinds = [...also, kind]
    expect(sorted(staff.told())).toEqual(sorted({ mails: kinds, webhooks: kinds }))
    if (end === null) return
    await end()
    await watchFor([30, 61])
    const ends = kinds.map((one) => `over: ${one}` as const)
    expect(sorted(staff.told())).toEqual(sorted({ mails: ends, webhooks: ends }))
  },
)

/** What the mail of each kind must state, beside what every mail has. */
const STATED: Readonly<Record<AlertKind, readonly string[]>> = {
  'rail-closed': ['BTC', 'the node does not answer'],
  'no-rate': ['BTC'],
  'nodes-not-agreed': ['Amount due', 'Transaction', 'Address'],
  'order-review': ['Underpaid', 'Received'],
  'refund-requested': ['Order', 'Price'],
  'stock-low': ['Keys left:\n7', 'Days they last at this pace:\n4'],
  'sold-out': ['Standard Edition'],
  'keys-missing': ['Copies that wait:\n1'],
  'mail-stuck': ['Mails that wait:\n1', '11 min'],
  'disk-low': ['shop-1', 'the data folder', '38 MiB'],
  'disk-full': ['shop-1', 'the data folder', '38 MiB'],
  'clock-wrong': ['shop-1', 'Clock ahead by:\n1 hr'],
  'record-failed': ['shop-1'],
  'mails-refused': ['Mails refused:\n3'],
  'keys-not-mailed': ['Mails with keys that wait:\n1'],
  'sign-ins-failed': ['Account'],
  'backup-old': ['Age'],
  'backup-failed': ['EEXIST', 'Backup file'],
  'restore-check-failed': ['RestoreCheckError', 'Backup file'],
  'node-left-out': ['Ethereum', 'ethereum node 2'],
  'single-node-limit': ['0.01 USD', 'Orders that wait:\n1'],
  'issuer-freeze': ['127.98 USDT', 'Tron', 'Address'],
  'payment-predates-order': ['Amount due', 'Transaction'],
  'payout-not-agreed': ['Transactions of the refund'],
  'unpaid-orders-limit': ['Open unpaid orders'],
  recovery: ['Keys set aside', 'Orders may be missing since'],
  'lost-payment': ['63.99 USDT', 'Address', 'Transaction'],
}

const subjects = new Map<string, AlertKind>()

test.each(Object.entries(STORIES) as [AlertKind, Story][])(
  'the mail of %s has a subject of its own, its facts, the first step and a link, and its end is in the same thread',
  async (kind, { begin, end }) => {
    await staff.watch()
    await begin()
    await watchFor([3, 3])
    const mail = staff.mails().find(({ subject }) => subject?.includes(enAlerts.alerts.kinds[kind].title))
    const { subject = '', text = '', html } = mail ?? {}
    expect(subject).toMatch(/^\[Ashen Dominion\] /)
    expect(subjects.get(subject) ?? kind).toBe(kind)
    subjects.set(subject, kind)
    const flat = text.replace(/\s+/g, ' ')
    expect(flat).toContain(`First step: ${enAlerts.alerts.kinds[kind].step.replace(/\s+/g, ' ')}`)
    expect(text).toMatch(/^https:\/\/shop\.example\/admin#\/[a-z]+/m)
    expect(html).toContain('href="https://shop.example/admin#/')
    for (const stated of STATED[kind]) expect(text).toContain(stated)
    expect(text).not.toMatch(/buyer@example|whsec/)
    if (end === null) return
    await end()
    await watchFor([30, 61])
    const over = staff.mails().find((one) => one.subject === `[Over] ${subject}`)
    expect(mail?.messageId).toMatch(/^<[0-9a-f]{40}@shop\.example>$/)
    expect([over?.inReplyTo, over?.references]).toEqual([mail?.messageId, mail?.messageId])
  },
)

function sorted({ mails, webhooks }: ReturnType<AlertFixture['told']>) {
  return { mails: [...mails].sort(), webhooks: [...webhooks].sort() }
}
