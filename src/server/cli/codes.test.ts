import { expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { keyhold } from '#test/keyhold.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

const database = useTestDatabase()
const folder = temporaryFolder()

const codes = (...words: string[]) =>
  keyhold(['codes', ...words], { DATABASE_URL: database.url, KEYHOLD_DATA: folder })

test('a named code and a batch for a creator are created, printed and listed', async () => {
  const named = await codes(
    'create',
    'launch-10',
    '--percent',
    '10',
    '--until',
    '2027-01-31',
    '--uses',
    '500',
  )
  expect(named).toMatchObject({ status: 0, out: ['LAUNCH10'] })
  const batch = await codes(
    'create',
    '--amount',
    '5.00',
    '--edition',
    'standard',
    '--name',
    'Ada',
    '--count',
    '3',
  )
  expect(batch.status).toBe(0)
  expect(new Set(batch.out).size).toBe(3)
  const { out } = await codes('list')
  expect(out[0]).toBe('code\tname\toff\tedition\tused\tof\torders\trevenue\tstate')
  expect(out).toHaveLength(5)
  expect(out).toContain('LAUNCH10\tlaunch-10\t10 %\tall\t0\t500\t0\t0.00 USD\tactive')
  expect(out).toContain(`${batch.out[0] ?? ''}\tAda\t5.00 USD\tstandard\t0\t-\t0\t0.00 USD\tactive`)
})

test.each([
  ['100 percent', ['X100', '--percent', '100'], 2, /content\.percent/],
  ['no discount', ['NOTHING'], 2, /one of both/],
  ['codes for nobody', ['--percent', '5', '--count', '2'], 2, /--name/],
  ['an amount of three decimals', ['XAMOUNT', '--amount', '5.001'], 2, /--amount/],
  ['a day that is none', ['XDAY', '--percent', '5', '--from', 'soon'], 2, /--from/],
  ['a whole price', ['XWHOLE', '--amount', '63.99'], 1, /leaves less than/],
  ['a currency without prices', ['XEUROS', '--amount', '5', '--currency', 'EUR'], 1, /no prices in EUR/],
  ['an unknown edition', ['XEDITION', '--percent', '5', '--edition', 'gone'], 1, /no edition gone/],
] as const)('%s is refused', async (_what, words, status, said) => {
  const result = await codes('create', ...words)
  expect(result.status).toBe(status)
  expect([...result.out, ...result.said].join('\n')).toMatch(said)
})
