import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** The requirements of levels 1 and 2, by section. Source: OWASP ASVS 5.0.0. */
const REQUIREMENTS =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 ' +
  '5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 ' +
  '8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 ' +
  '11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 ' +
  '16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2'

const page = await readFile('docs/security.md', 'utf8')
const rows = [...page.matchAll(/^\| (\d[\d., -]*?) +\| (\S.*?) +\| (.+?) +\|$/gm)].map(
  ([, which = '', verdict = '', why = '']) => ({ which, verdict, why }),
)

test('every test that docs/security.md names exists', () => {
  const named = [...page.matchAll(/`((?:src|test|scripts)\/[^`\s]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})

test('every requirement of ASVS level 2 has a verdict, and what is held names what shows it', () => {
  const all = REQUIREMENTS.split(' ').flatMap((section) => {
    const [prefix = '', count] = section.split(':')
    return Array.from({ length: Number(count) }, (_, index) => `${prefix}.${String(index + 1)}`)
  })
  expect(all).toHaveLength(253)
  const judged = rows.flatMap(({ which }) => which.split(', ').flatMap((range) => expand(range, all)))
  expect(judged.toSorted(byNumber)).toEqual(all)
  const unshown = rows.filter(({ verdict, why }) => verdict === 'held' && !/`test\/|\.test\.tsx?`/.test(why))
  expect(unshown).toEqual([])
  const open = rows.filter(({ verdict }) => !['held', 'refused', 'n/a'].includes(verdict))
  expect(open).toEqual([])
})

function expand(range: string, all: readonly string[]): readonly string[] {
  const [first = '', last = first] = range.split('-')
  return all.slice(all.indexOf(first), all.indexOf(last) + 1)
}

function byNumber(one: string, other: string): number {
  const [a, b] = [one.split('.').map(Number), other.split('.').map(Number)]
  const at = a.findIndex((part, index) => part !== b[index])
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
