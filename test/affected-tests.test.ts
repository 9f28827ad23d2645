import { expect, test } from 'vitest'
import { filesOfCheckout, findAffectedTests } from '../scripts/affected-tests.ts'

/** A checkout in which each way to use a file occurs once. */
const TREE: Readonly<Record<string, string>> = {
  'src/shared/money.ts': '',
  'src/shared/chains.ts': '',
  'src/server/quote.ts':
    "import { atoms } from '#shared/money.ts'\nimport type { Chain } from '#shared/chains.ts'",
  'src/server/quote.test.ts': "import { quote } from './quote.ts'",
  'src/server/later.test.ts': "const { quote } = await import('#server/quote.ts')",
  'src/server/migrations/0001.sql': '',
  'src/server/own.test.ts': "const file = new URL('./migrations/0001.sql', import.meta.url)",
  'docs/operating.md': '',
  'test/read-documents.ts': "readdirSync('docs')",
  'test/documents.test.ts': "import { documents } from './read-documents.ts'",
  'test/word.test.ts': "expect(word).toBe('docs')",
  'test/names.test.ts': "const names = ['src/server/quote.test.ts']",
  'test/served-shop.ts': '',
  'test/serve.test.ts': "import { serveShop } from './served-shop.ts'",
  'test/e2e/shop.ts': "import { serveShop } from '#test/served-shop.ts'",
  'test/e2e/landing.spec.ts': "import { test } from './shop.ts'",
  'test/e2e/alone.spec.ts': "import { test } from '@playwright/test'",
  'test/global-setup.ts': "import { migrate } from '#server/migrate.ts'",
  'src/server/migrate.ts': '',
}
const QUOTES = ['src/server/quote.test.ts', 'src/server/later.test.ts']
const UNIT = Object.keys(TREE).filter((file) => file.endsWith('.test.ts'))

test.each([
  // changed                 unit tests                                       browser tests
  ['src/shared/money.ts', [...QUOTES, 'test/serve.test.ts'], ['landing']],
  ['src/shared/chains.ts', ['test/serve.test.ts'], ['landing']],
  ['src/server/quote.test.ts', ['src/server/quote.test.ts', 'test/names.test.ts'], []],
  ['src/server/migrations/0001.sql', ['src/server/own.test.ts', 'test/serve.test.ts'], ['landing']],
  ['docs/operating.md', ['test/documents.test.ts'], []],
  ['test/e2e/alone.spec.ts', [], ['alone']],
  ['src/server/migrate.ts', UNIT, ['landing']],
  ['package-lock.json', UNIT, ['landing', 'alone']],
  ['LICENSE', [], []],
])('a change of %s reaches the tests that use it', (changed, unit, browser) => {
  const read = (file: string) => TREE[file] ?? ''
  const affected = findAffectedTests([changed], Object.keys(TREE), read)
  expect({ unit: affected.unit.toSorted(), browser: affected.browser }).toEqual({
    unit: unit.toSorted(),
    browser: browser.map((name) => `test/e2e/${name}.spec.ts`),
  })
})

test('in this checkout the shop reaches the browser tests, and a document none', () => {
  const files = filesOfCheckout()
  expect(findAffectedTests(['src/server/main.ts'], files).browser.length).toBeGreaterThan(40)
  expect(findAffectedTests(['docs/operating.md'], files)).toMatchObject({
    unit: expect.arrayContaining([
      'test/documents.test.ts',
      'test/run-documented-commands.test.ts',
    ]) as unknown,
    browser: [],
  })
})
