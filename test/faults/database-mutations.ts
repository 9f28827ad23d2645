import type { Mutation } from './mutations.ts'

const GUARD = 'src/server/recovery/database-guard.ts'
const LEASE = 'src/server/db/lease.ts'
const RECOVERIES = 'src/server/recovery/recoveries.ts'

/** Checks and limits of the database that are taken away. */
export const DATABASE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'compared-at-start-only',
    fault: 'a database that comes back older is noticed at the next start only',
    scenario: 'lost commits',
    rules: ['I1', 'I10'],
    changes: [
      {
        file: GUARD,
        from: 'if (isArmed) await settle(client)',
        to: 'if (known === null) await settle(client)',
      },
    ],
  },
  {
    name: 'events-not-compared',
    fault: 'only reserved addresses are compared, not the events of orders',
    scenario: 'lost commits',
    rules: ['I1', 'I10'],
    changes: [
      {
        file: 'src/server/recovery/read-figures.ts',
        from: 'lacksEvents: row.lacks_events,',
        to: 'lacksEvents: false,',
      },
    ],
  },
  {
    name: 'keys-not-set-aside',
    fault: 'a recovery leaves the keys in the stock that the lost database may have sold',
    scenario: 'lost commits',
    rules: ['I1'],
    changes: [
      {
        file: RECOVERIES,
        from: '    where payment_id is null and retired_at is null`.execute(tx)',
        to: '    where payment_id is null and retired_at is null and false`.execute(tx)',
      },
    ],
  },
  {
    name: 'pool-not-emptied',
    fault: 'a recovery offers the addresses that the lost database may have given to orders',
    scenario: 'lost commits',
    rules: ['I10'],
    changes: [
      {
        file: RECOVERIES,
        from: "  await tx.deleteFrom('address_pool').execute()\n",
        to: "  await tx.deleteFrom('address_pool').where('derivation_index', '<', 0).execute()\n",
      },
      {
        file: RECOVERIES,
        from: 'update wallets w set next_index = p.lowest',
        to: 'update wallets w set next_index = w.next_index',
      },
    ],
  },
  {
    name: 'former-leader-commits',
    fault: 'a new leader does not end the transactions of the one before, nor wait for them',
    scenario: 'failing database',
    rules: ['I11'],
    changes: [
      { file: LEASE, from: "and current_setting('synchronous_standby_names') = ''`", to: 'and false`' },
      {
        file: LEASE,
        from: 'for (const { epoch: earlier } of held) {',
        to: 'for (const { epoch: earlier } of held.slice(held.length)) {',
      },
    ],
  },
  {
    name: 'leader-not-fenced',
    fault: 'what a replaced leader writes is not refused',
    scenario: 'failing database',
    rules: ['I11'],
    changes: [
      {
        file: 'src/server/db/migrations/0057_enter_lease.sql',
        from: '  if not found then\n    raise exception',
        to: '  if false then\n    raise exception',
      },
    ],
  },
  {
    name: 'stale-leader-stays',
    fault: 'a leader that is frozen, or whose connection is silent, keeps its role for ever',
    scenario: 'failing database',
    rules: ['I11'],
    changes: [
      {
        file: LEASE,
        from: "beat_at < clock_timestamp() - $2 * interval '1 second')`",
        to: "beat_at < clock_timestamp() - $2 * interval '1 year')`",
      },
    ],
  },
]
