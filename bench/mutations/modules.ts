/** Code that moves money or keys, and what judges it. */
export interface MutatedModule {
  /** Its files that are changed; globs, without tests. */
  readonly files: readonly string[]
  /** The tests that have to notice. */
  readonly tests: readonly string[]
  /** The least share of changes that tests notice, in percent; null while it was not measured as a whole. */
  readonly budget: number | null
  /** What of the module is not changed, or why it was not measured; null if all of it is changed. */
  readonly without: string | null
}

type Measured = Pick<MutatedModule, 'budget' | 'without'>

/** The named files of a module of the server, or all, judged by the named tests, or all. */
function ofServer(
  name: string,
  { budget, without }: Measured,
  files: readonly string[] = ['*'],
  tests: readonly string[] = ['*'],
): MutatedModule {
  const folder = `src/server/${name}`
  return {
    files: files.map((file) => `${folder}/${file}.ts`),
    tests: tests.map((test) => `${folder}/${test}.test.ts`),
    budget,
    without,
  }
}

const OTHER_FILES = 'other files: a mutant of them needs tests that take seconds'

export const MUTATED_MODULES = {
  money: { files: ['src/shared/money.ts'], tests: ['src/shared/money.test.ts'], budget: 100, without: null },
  status: {
    files: ['src/shared/payment-status.ts', 'src/shared/arrival.ts'],
    // without payment-status-laws.test.ts: 2,000 drawn cases of each law take seconds for every mutant
    tests: [
      'src/shared/payment-status.test.ts',
      'src/shared/payment-status-disputes.test.ts',
      'test/payment-status/payment-status-table.test.ts',
    ],
    budget: 97,
    without: null,
  },
  refunds: ofServer(
    'refunds',
    { budget: 100, without: OTHER_FILES },
    ['judge-payout', 'owed-money'],
    ['judge-payout', 'owed-money'],
  ),
  payments: ofServer(
    'payments',
    { budget: 94, without: OTHER_FILES },
    ['deliver-together', 'next-relevant-heights', 'has-agreement'],
    ['deliver-together', 'next-relevant-heights', 'has-agreement'],
  ),
  withdrawal: ofServer('withdrawal', { budget: 100, without: null }),
  'waiting-list': ofServer('waiting-list', { budget: 100, without: null }),
  'key-release': ofServer(
    'key-release',
    { budget: 99, without: OTHER_FILES },
    ['waiting-orders', 'list-key-holds', 'release-keys', 'change-key-hold'],
    ['waiting-orders', 'key-release'],
  ),
  'address-pool': ofServer(
    'address-pool',
    {
      budget: 99,
      without: 'the worker and the queue: they wait, and a mutant that waits for ever takes long',
    },
    ['take-address', 'fill-address-pool'],
    ['address-pool'],
  ),
  sweep: ofServer('sweep', { budget: 100, without: OTHER_FILES }, ['sweep-plan'], ['sweep-plan']),
  keys: ofServer(
    'keys',
    { budget: 97, without: OTHER_FILES },
    ['hold-keys', 'claim-keys'],
    ['claim-keys', 'hold-keys', 'hold-allowance', 'promised-copies'],
  ),
  db: ofServer(
    'db',
    { budget: 91, without: OTHER_FILES },
    ['lease', 'fenced-database'],
    ['leader', 'fenced-database'],
  ),
  recovery: ofServer(
    'recovery',
    { budget: 95, without: OTHER_FILES },
    ['judge-database', 'high-water-mark'],
    ['judge-database', 'high-water-mark'],
  ),
  'chain-watcher': ofServer(
    'chain-watcher',
    { budget: 97, without: OTHER_FILES },
    ['claim-payment', 'block-age'],
    ['claim-payment', 'block-age'],
  ),
} as const satisfies Readonly<Record<string, MutatedModule>>

export type MutatedModuleName = keyof typeof MUTATED_MODULES
