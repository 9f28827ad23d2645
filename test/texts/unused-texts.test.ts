import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTexts } from './read-texts.ts'

/** Files of texts, the code that says them, and which texts are looked up by a word that comes from the server. */
const AREAS: readonly {
  readonly files: RegExp
  readonly code: readonly string[]
  readonly lookedUp?: RegExp
}[] = [
  { files: /^(site|checkout|payment-states|order)\.ts$/, code: ['src/web/**/*.{ts,tsx}', 'src/shared/*.ts'] },
  {
    files: /^order-page\.ts$/,
    code: [
      'src/web/order-page/*.{ts,tsx}',
      'src/web/payment/{closed-note,erased-note,describe-event,explorer-link,order-section,transfer-evidence}.{ts,tsx}',
      'src/web/plain-pages/*.tsx',
      'src/shared/*.ts',
    ],
    lookedUp: /^(mails|refund\.failure)\./,
  },
  {
    files: /^plain\.ts$/,
    code: ['src/web/plain-pages/*.{ts,tsx}', 'src/web/layout/shell-page.tsx'],
    lookedUp: /^(order\.(done|refund\.states)|notice)\./,
  },
  {
    files: /^(support|dialogs)\.ts$/,
    code: [
      'src/web/{support,creator}/*.{ts,tsx}',
      'src/web/support-entry.ts',
      'src/web/layout/{announcement-bar,support-buttons}.tsx',
      'src/web/ui/{form-dialog,toast}.ts',
    ],
  },
  {
    files: /^legal\.ts$/,
    code: ['src/web/legal/*.tsx', 'src/web/layout/footer.tsx', 'src/web/plain-pages/withdraw-page.tsx'],
    // read by a document's name
    lookedUp: /^accessibility$/,
  },
  { files: /^sign-in\.ts$/, code: ['src/web/sign-in/*.{ts,tsx}', 'src/web/layout/footer.tsx'] },
  {
    files: /^mail\.ts$/,
    code: ['src/server/mail/**/*.ts'],
    lookedUp:
      /^(networks|review\.reasons|alert\.(kinds|subjects|facts|words|events|title|lead|list|what|about|shop|close|closed|failed)|withdrawal\.outcomes)\./,
  },
  {
    files: /^admin/,
    code: ['src/web/admin/**/*.{ts,tsx}'],
    lookedUp:
      /^passkeys\.exists$|^(errors|permissions|roles|alerts\.(facts|words|subjects|signInFirst))\.?|\.(actions|sentences|events|templates|statuses|flags|reasons|faults|kinds|kindHints|wrongPriceStates|mailKinds|mailFailures|warnings|lost|causes|transactionStatuses)\./,
  },
]

const english = await readTexts('en')

test('every file of texts belongs to an area', () => {
  const files = new Set(english.map(({ file }) => file))
  expect([...files].filter((file) => !AREAS.some(({ files }) => files.test(file)))).toEqual([])
})

test.each(AREAS)('no text of $files is left unused', ({ files, code, lookedUp }) => {
  expect(code.filter((pattern) => globSync(pattern).length === 0)).toEqual([])
  const paths = code.flatMap((pattern) => globSync(pattern)).filter((path) => !/\.test\.tsx?$/.test(path))
  const source = paths.map((path) => readFileSync(path, 'utf8')).join('\n')
  const unused = english
    .filter(({ file }) => files.test(file))
    .map(({ path, pluralPath }) => pluralPath ?? path)
    .filter((path) => lookedUp?.test(path) !== true)
    .filter(
      (path) =>
        !new RegExp(
          `\\b${
            path
              .replace(/\.\d+$/, '')
              .split('.')
              .at(-1) ?? ''
          }\\b`,
        ).test(source),
    )
  expect(unused).toEqual([])
})
