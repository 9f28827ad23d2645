import type { InvariantId } from './invariants.ts'
import type { SeedRun } from './run-seeds.ts'

/** A seed that once broke a promise, with the options it was run with. */
export interface FailedSeed extends SeedRun {
  /** What it broke. */
  readonly rules: readonly InvariantId[]
  /** What it showed. */
  readonly found: string
}

/** Every seed that ever failed, replayed first by `npm run faults`. */
export const FAILED_SEEDS: readonly FailedSeed[] = [
  {
    seed: '80009',
    isFormer: true,
    rules: ['I5'],
    found: 'an order without a hold took keys promised to another one',
  },
  { seed: '11', isFormer: true, rules: ['I4'], found: 'a refund owed money that a second node contradicts' },
  { seed: '100017', isFormer: true, rules: ['I9'], found: 'nodes without a wrong block were paused for it' },
  {
    seed: '500001',
    isFormer: true,
    rules: ['I9'],
    found: 'the simulated bitcoind named no script in gettxout',
  },
  {
    seed: '11',
    scenario: 'reserved stock',
    events: 80,
    isFormer: true,
    rules: ['I5'],
    found: 'keys of money that was stored and not settled were sold',
  },
  {
    seed: '17',
    scenario: 'lying nodes',
    isFormer: true,
    rules: ['I3'],
    found: 'logs that were omitted twice while no node reads balances were expected to be found',
  },
  {
    seed: '500210',
    events: 80,
    isFormer: true,
    rules: ['I9'],
    found: 'one answer that contradicts the cursor failed a look',
  },
  {
    seed: '500240',
    events: 80,
    isFormer: true,
    rules: ['I7'],
    found: 'orders whose money went away for good cost more',
  },
  {
    seed: '500279',
    events: 80,
    isFormer: true,
    rules: ['I3'],
    found: 'ether that no node shows was expected to be found',
  },
  {
    seed: '500723',
    isFormer: true,
    rules: ['I8'],
    found: 'money known by its balance stays without its logs',
  },
  {
    seed: '997049',
    isFormer: true,
    rules: ['I8'],
    found: 'a second payment was not found since the first was final',
  },
  {
    seed: '998023',
    isFormer: true,
    rules: ['I3'],
    found: 'money that nobody can read came after the end of its order',
  },
  {
    seed: '1101138',
    isFormer: true,
    rules: ['I5'],
    found: 'keys that a restore retired were promised to their orders',
  },
  {
    seed: '11',
    scenario: 'failing database',
    events: 60,
    rules: ['I11'],
    found: 'two processes ended each other’s sessions between lock and lease',
  },
  {
    seed: '111',
    scenario: 'failing database',
    events: 60,
    rules: ['I11'],
    found: 'two processes ended each other’s sessions between lock and lease',
  },
  {
    seed: '20060',
    rules: ['I3', 'I6'],
    found: 'the last six blocks were not read again once there were more than 100 addresses',
  },
  { seed: '20153', rules: ['I1'], found: 'keys in the mails of two lost databases were not all retired' },
  {
    seed: '20317',
    rules: ['I11'],
    found: 'two processes ended each other’s sessions between lock and lease',
  },
  {
    seed: '30002',
    rules: ['I3', 'I8'],
    found: 'the second pass over token logs never ran while balances were refused',
  },
  {
    seed: '30037',
    rules: ['I11'],
    found: 'two processes ended each other’s sessions between lock and lease',
  },
]
