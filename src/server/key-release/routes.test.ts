import { afterAll, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import { auditedActions } from '#test/audit-of.ts'
import { accountFixture, openBrowser, type AccountFixture } from '#test/account-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { orderDeps } from '#test/order-fixture.ts'
import { readOrder } from '#test/refund-fixture.ts'
import { until } from '#test/until.ts'
import { registerKeyRelease } from './register-key-release.ts'

const PATH = '/functions/key-holds'
const database = useTestDatabase()
let fixture: AccountFixture
let worker: BackgroundWorker | undefined
afterAll(async () => {
  await worker?.stop()
  await fixture.app.close()
})

/** In the test itself: what runs before it is no part of any test to the bench. */
async function serve(): Promise<void> {
  const deps = { ...orderDeps(database.db, systemClock), log: createLog({ level: 'silent' }) }
  fixture = await accountFixture(database.db, {
    addRoutes: (app, shop) => {
      const feature = registerKeyRelease({ ...deps, ...shop })
      feature.addRoutes?.(app)
      worker = feature.workers?.[0]
    },
  })
}

test('who may sees which keys are held, and who may more holds them, and releases them at once', async () => {
  await serve()
  const [owner, viewer] = [await fixture.signedIn('owner'), await fixture.signedIn('viewer')]
  const hold = (isHeld: boolean, by = owner) => by.ask('POST', PATH, { edition: 'standard', isHeld })
  const isHeld = async () => {
    const reply = await viewer.ask('GET', PATH)
    const { holds } = reply.json<{ holds: { edition: string; heldSince: string | null }[] }>()
    return holds.map(({ edition, heldSince }) => [edition, heldSince !== null])
  }
  expect((await openBrowser(fixture.app).ask('GET', PATH)).statusCode).toBe(401)
  expect((await hold(true, viewer)).statusCode).toBe(403)
  expect(await isHeld()).toEqual([
    ['standard', false],
    ['supporter', false],
  ])

  for (const reply of [await hold(true), await hold(true)]) expect(reply.json()).toEqual({ success: true })
  expect((await isHeld())[0]).toEqual(['standard', true])
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  const at = systemClock()
  const order = await insertPayment(database.db, {
    status: 'confirmed',
    confirmed_at: at,
    awaiting_release_since: at,
  })
  const isHandedOut = async () => (await readOrder(database.db, order)).delivered_at !== null
  // its first round finds nothing, and the next one is a minute later: a release does not wait for it
  await worker?.start()
  expect(await isHandedOut()).toBe(false)
  for (const reply of [await hold(false), await hold(false)]) expect(reply.json()).toEqual({ success: true })
  await until(isHandedOut, { withinMs: 20_000, what: 'the hand-out' })

  const unknown = await owner.ask('POST', PATH, { edition: 'unknown', isHeld: true })
  expect(unknown.json()).toMatchObject({ code: 'BAD_REQUEST' })
  expect(await auditedActions(database.db, {}, 'keys.')).toEqual(['keys.hold', 'keys.release'])
})
