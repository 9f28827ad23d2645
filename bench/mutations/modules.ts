/** Code that moves money or keys, and what judges it. */
export interface MutatedModule {
  /** Its files that are changed; globs, without tests. */
  readonly files: readonly string[]
  /** The tests that have to notice. */
  readonly tests: readonly string[]
  /** The least share of changes that tests notice, in percent; null while it was not measured. */
  readonly budget: number | null
}

const ofServer = (name: string, budget: number | null, ...tests: readonly string[]): MutatedModule => ({
  files: [`src/server/${name}/*.ts`],
  tests: [`src/server/${name}/*.test.ts`, ...tests],
  budget,
})

export const MUTATED_MODULES = {
  shared: {
    files: ['src/shared/money.ts', 'src/shared/payment-status.ts', 'src/shared/arrival.ts'],
    tests: ['src/shared/money.test.ts', 'src/shared/payment-status*.test.ts'],
    budget: null,
  },
  refunds: ofServer('refunds', null, 'test/refund-journey.test.ts'),
  payments: ofServer('payments', null),
  withdrawal: ofServer('withdrawal', null),
  'waiting-list': ofServer('waiting-list', null),
  'key-release': ofServer('key-release', null),
  'address-pool': ofServer('address-pool', null),
  sweep: ofServer('sweep', null, 'test/sweep-*.test.ts'),
  keys: ofServer('keys', null),
  db: {
    files: ['src/server/db/lease.ts', 'src/server/db/leader.ts', 'src/server/db/fenced-database.ts'],
    tests: ['src/server/db/leader.test.ts', 'src/server/db/fenced-database.test.ts'],
    budget: null,
  },
  recovery: ofServer('recovery', null),
  'chain-watcher': ofServer('chain-watcher', null),
} as const satisfies Readonly<Record<string, MutatedModule>>

export type MutatedModuleName = keyof typeof MUTATED_MODULES
