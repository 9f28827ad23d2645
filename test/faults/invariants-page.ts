import { FAILED_SEEDS, type FailedSeed } from './failed-seeds.ts'
import { INVARIANT_IDS, INVARIANTS, type Invariant, type InvariantId } from './invariants.ts'
import { MUTATIONS } from './mutations.ts'

/** Where the page is. */
export const INVARIANTS_FILE = 'docs/invariants.md'

const INTRODUCTION = `# The promises that the simulation judges

Written by \`npm run docs:generate\` from \`test/faults/invariants.ts\`, \`failed-seeds.ts\` and \`mutations.ts\`. A test compares
it. How the simulation works: [reliability.md](reliability.md).

Every seed judges all of them, and so does every scenario in \`test/faults/faults.test.ts\`. The tests that are named here hold
one each, and say so. A mutation is a fault put back that must break the promise. A seed broke it once, and is replayed at the
start of every \`npm run faults\`.
`

/** The page as text. */
export function writeInvariantsPage(): string {
  return [INTRODUCTION, ...INVARIANT_IDS.map(sectionOf)].join('\n')
}

function sectionOf(id: InvariantId): string {
  const { promise, when, tests }: Invariant = INVARIANTS[id]
  const held = Object.entries(tests).flatMap(([file, titles]) =>
    titles.map((title) => `- Test: \`${file}\`, "${title}".`),
  )
  // drawn mutations are found by any broken promise
  const mutations = MUTATIONS.filter(({ rules }) => rules !== INVARIANT_IDS && rules.includes(id))
  const seeds = FAILED_SEEDS.filter(({ rules }) => rules.includes(id))
  return [
    `## ${id}\n`,
    `${promise[0]!.toUpperCase()}${promise.slice(1)}. Judged: ${when}.\n`,
    ...held,
    ...(mutations.length === 0 ? [] : [`- Mutations: ${mutations.map(({ name }) => name).join(', ')}.`]),
    ...seeds.map((seed) => `- Seed ${nameOf(seed)}: ${seed.found}.`),
    '',
  ].join('\n')
}

function nameOf({ seed, scenario, events }: FailedSeed): string {
  const options = [
    ...(scenario === undefined ? [] : [scenario]),
    ...(events === undefined ? [] : [`${String(events)} events`]),
  ]
  return options.length === 0 ? seed : `${seed} (${options.join(', ')})`
}
