import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { alertFixture, railState, type AlertFixture } from '#test/alert-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { HEALTHY_MACHINE } from '#test/machine-state.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { forgetOrders } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'

const MINUTE_S = 60

const database = useTestDatabase()
let time: ReturnType<typeof testClock>
let staff: AlertFixture
beforeAll(async () => {
  time = testClock()
  staff = await alertFixture(database.db, time)
})
beforeEach(async () => {
  staff.rails = [railState(null)]
  staff.machine = HEALTHY_MACHINE
  await forgetOrders(database.db)
  await sql`truncate alerts, alert_signals, mails, webhook_deliveries cascade`.execute(database.db)
})
afterAll(() => staff.close())

/** That each event is told once, and its end, is in `test/alert-stories.test.ts`. */
describe('a cause that comes and goes', () => {
  beforeEach(() => addNewKeys(database.db, TEST_CIPHER, 'standard', 1))

  test('is not told while it never lasts', async () => {
    for (let round = 0; round < 8; round++) {
      staff.rails = [railState(round % 2 === 0 ? 'node_down' : null)]
      await staff.watch()
      time.pass(MINUTE_S)
    }
    expect(staff.told().mails).toEqual([])
  })

  test('is one event while it is never gone for long', async () => {
    for (let round = 0; round < 20; round++) {
      staff.rails = [railState(round % 8 < 4 ? 'node_down' : null)]
      await staff.watch()
      time.pass(MINUTE_S)
    }
    expect(staff.told().mails).toEqual(['rail-closed'])
  })

  test('is not told again after a person closed it, nor its end', async () => {
    staff.rails = [railState('node_down')]
    await staff.watch()
    time.pass(3 * MINUTE_S)
    await staff.watch()
    await database.db
      .updateTable('alerts')
      .set({ closed_at: time.clock(), is_closed_by_staff: true })
      .execute()
    time.pass(MINUTE_S)
    await staff.watch()
    expect(staff.told().mails).toEqual(['rail-closed'])
    staff.rails = [railState(null)]
    for (let round = 0; round < 4; round++) {
      await staff.watch()
      time.pass(10 * MINUTE_S)
    }
    expect(staff.told().mails).toEqual([])
    staff.rails = [railState('node_down')]
    await staff.watch()
    time.pass(3 * MINUTE_S)
    await staff.watch()
    expect(staff.told().mails).toEqual(['rail-closed'])
  })
})

test('a process leaves what is told of another machine alone, and its own ends with its cause', async () => {
  const wrongClock = { ...HEALTHY_MACHINE, aheadOfWorldS: 600 }
  staff.machine = { ...wrongClock, host: 'shop-2' }
  await staff.watch()
  time.pass(2 * MINUTE_S)
  await staff.watch()
  expect(staff.told().mails).toEqual(['clock-wrong'])
  staff.machine = HEALTHY_MACHINE
  await staff.watch()
  time.pass(60 * MINUTE_S)
  await staff.watch()
  expect(staff.told().mails).toEqual([])
  staff.machine = { ...HEALTHY_MACHINE, host: 'shop-2' }
  await staff.watch()
  time.pass(3 * MINUTE_S)
  await staff.watch()
  expect(staff.told().mails).toEqual(['over: clock-wrong'])
})

test('a cause that was seen before the clock was set back is told as soon as any other', async () => {
  staff.rails = [railState('node_down')]
  await staff.watch()
  time.pass(-60 * MINUTE_S)
  await staff.watch()
  time.pass(3 * MINUTE_S)
  await staff.watch()
  expect(staff.told().mails).toEqual(['rail-closed'])
  staff.rails = [railState(null)]
  await staff.watch()
  time.pass(-60 * MINUTE_S)
  await staff.watch()
  time.pass(15 * MINUTE_S)
  await staff.watch()
  expect(staff.told().mails).toEqual(['over: rail-closed'])
})
