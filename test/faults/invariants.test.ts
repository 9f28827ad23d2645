import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { INVARIANTS_FILE, writeInvariantsPage } from './invariants-page.ts'
import { INVARIANT_IDS, INVARIANTS, type Invariant } from './invariants.ts'

const TESTS = ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'test/**/*-cases.ts']
/** The mark of a holder, and the title in the line below. */
const HOLDER = /^ *\/\/ holds ((?:I\d|errors|progress).*)\n.*\('(.+)', (?:async )?\(/gm

test('every test that holds an invariant is named by it, and every test that is named says so', async () => {
  const said: string[] = []
  let marks = 0
  for await (const file of glob(TESTS)) {
    const text = await readFile(file, 'utf8')
    marks += [...text.matchAll(/^ *\/\/ holds (?:I\d|errors|progress)/gm)].length
    for (const [, ids = '', title = ''] of text.matchAll(HOLDER))
      said.push(...ids.split(', ').map((id) => `${id}: ${file}: ${title}`))
  }
  const named = INVARIANT_IDS.flatMap((id) => {
    const { tests }: Invariant = INVARIANTS[id]
    return Object.entries(tests).flatMap(([file, titles]) =>
      titles.map((title) => `${id}: ${file}: ${title}`),
    )
  })
  expect(said.sort()).toEqual(named.sort())
  expect(new Set(said.map((one) => one.slice(one.indexOf(': ')))).size, 'each mark stands above a test').toBe(
    marks,
  )
})

test.each(INVARIANT_IDS)('%s is judged by the simulation, and held by a test', async (id) => {
  const { tests }: Invariant = INVARIANTS[id]
  expect(Object.values(tests).flat()).not.toEqual([])
  const judges: string[] = []
  for await (const file of glob('test/faults/*.ts'))
    if ((await readFile(file, 'utf8')).includes(`rule: '${id}'`)) judges.push(file)
  expect(judges).not.toEqual([])
})

test(`${INVARIANTS_FILE} is as the invariants, seeds and mutations say (if not: npm run docs:generate)`, async () => {
  expect(await readFile(INVARIANTS_FILE, 'utf8')).toBe(writeInvariantsPage())
})

test('docs/reliability.md lists the numbered promises as they are', async () => {
  const page = (await readFile('docs/reliability.md', 'utf8')).replaceAll(/ +\|/g, ' |')
  const rows = [...page.matchAll(/^\| (I\d+) \| (.+) \| (.+) \|$/gm)].map(([, ...cells]) => cells)
  expect(rows).toEqual(
    INVARIANT_IDS.filter((id) => id.startsWith('I')).map((id) => [
      id,
      INVARIANTS[id].promise,
      INVARIANTS[id].when,
    ]),
  )
})
