import { beforeAll, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { keyhold } from '#test/keyhold.ts'

const database = useTestDatabase()
beforeAll(() => addNewKeys(database.db, TEST_CIPHER, 'standard', 3))

const exported = (...words: readonly string[]) =>
  keyhold(['export', ...words], { DATABASE_URL: database.url })

test('keys and the audit are exported as CSV, and the export of keys is audited', async () => {
  const keys = await exported('keys')
  expect([keys.status, keys.out.length, keys.out[0]]).toEqual([
    0,
    4,
    'key,edition,status,created_at,used_at,buyer,order',
  ])
  const audit = await exported('audit')
  expect(audit.out).toHaveLength(2)
  expect(audit.out[1]).toMatch(/^1,\d{4}-.*,,keys\.export,keys,all all,\{\}$/)
  const orders = await exported('orders')
  expect([orders.status, orders.out.length, orders.out[0]?.slice(0, 14)]).toEqual([0, 1, 'id,created_at,'])
  const addresses = await exported('addresses')
  expect([addresses.status, addresses.out.length, addresses.out[0]?.slice(0, 12)]).toEqual([
    0,
    1,
    'wallet,xpub,',
  ])
  expect((await exported('everything')).status).toBe(2)
})

test.each([
  ['orders', '--from', '2026-13-01'],
  ['orders', '--from', '2026-10-02', '--to', '2026-10-01'],
  ['keys', '--from', '2026-10-01'],
  ['oss'],
  ['oss', '--quarter', '2026Q5'],
  ['oss', '--quarter', '2026Q4', '--eur', '0'],
])('export %s %s %s is refused with its usage, and prints nothing', async (...words) => {
  const { status, out } = await exported(...words)
  expect([status, out]).toEqual([2, []])
})

test('a day without orders gives the heading only', async () => {
  const { status, out } = await exported('orders', '--from', '2020-01-01', '--to', '2020-01-01')
  expect([status, out.length]).toEqual([0, 1])
})
