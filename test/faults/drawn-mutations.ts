import { INVARIANT_IDS } from './invariants.ts'
import type { Mutation } from './mutations.ts'

/**
 * Ten faults that nobody chose. @stryker-mutator/instrumenter 10.1.1 makes 7,667 mutants of payments, keys, chain-watcher,
 * address-pool and refunds; sixteen were drawn by SHA-256 of 'keyhold 2026-11-24' and a counter, modulo that number, and six of
 * them are in code that the simulation does not run (routes, imports, pauses of the watcher, a table of Arabic texts). The
 * number in each name is the mutant's.
 */
export const DRAWN_MUTATIONS: readonly Mutation[] = [
  {
    name: 'drawn-2208',
    fault: 'OptionalChaining, store-transfers.ts',
    scenario: null,
    rules: INVARIANT_IDS,
    changes: [
      {
        file: 'src/server/chain-watcher/store-transfers.ts',
        from: 'payment_id: owners.get(one.address)?.id,',
        to: 'payment_id: owners.get(one.address).id,',
      },
    ],
  },
  {
    name: 'drawn-1422',
    fault: 'ConditionalExpression, mark-missing-transfers.ts: absences are forgotten at every look',
    scenario: 'bitcoin adversary',
    rules: INVARIANT_IDS,
    changes: [
      {
        file: 'src/server/chain-watcher/mark-missing-transfers.ts',
        from: 'if (!names.has(name)) absences.delete(name)',
        to: 'if (true) absences.delete(name)',
      },
    ],
  },
  {
    name: 'drawn-541',
    fault: 'EqualityOperator, balance-check.ts: balances are read up to the last millisecond of the window',
    scenario: null,
    rules: INVARIANT_IDS,
    changes: [
      {
        file: 'src/server/chain-watcher/balance-check.ts',
        from: 'record.expires_at < readUntil,',
        to: 'record.expires_at <= readUntil,',
      },
    ],
  },
  {
    name: 'drawn-596',
    fault: 'BlockStatement, chain-states.ts: what a node refuses is not recorded',
    scenario: 'dead nodes',
    rules: INVARIANT_IDS,
    changes: [
      {
        file: 'src/server/chain-watcher/chain-states.ts',
        from: '  refused: string | null,\n  now: Date,\n): Promise<void> {\n',
        to: '  refused: string | null,\n  now: Date,\n): Promise<void> {\n  if (now.getTime() > 0) return\n',
      },
    ],
  },
  {
    name: 'drawn-7172',
    fault: 'LogicalOperator, record-refund.ts: every quote of a refund with a price is outdated at once',
    scenario: 'refund adversary',
    rules: INVARIANT_IDS,
    changes: [
      {
        file: 'src/server/refunds/record-refund.ts',
        from: "return refund.status === 'asked' && refund.price_cents > 0 && ageMs",
        to: "return (refund.status === 'asked' || refund.price_cents > 0) && ageMs",
      },
    ],
  },
  {
    name: 'drawn-1177',
    fault: 'ConditionalExpression, cursor.ts: the cursor is never where it was left',
    scenario: null,
    rules: INVARIANT_IDS,
    changes: [
      {
        file: 'src/server/chain-watcher/cursor.ts',
        from: 'return held !== undefined\n',
        to: 'return held !== undefined && false\n',
      },
    ],
  },
  {
    name: 'drawn-2474',
    fault: 'StringLiteral, watch-addresses.ts: the list of addresses is no statement',
    scenario: null,
    rules: INVARIANT_IDS,
    changes: [
      {
        file: 'src/server/chain-watcher/watch-addresses.ts',
        from: ".where('created_at', '>', since)\n      .where((where)",
        to: ".where('created_at', '' as '>', since)\n      .where((where)",
      },
    ],
  },
  {
    name: 'drawn-6203',
    fault: 'LogicalOperator, unpaid-orders.ts: a network of IPv6 has too many unpaid orders at once',
    scenario: null,
    rules: INVARIANT_IDS,
    changes: [
      {
        file: 'src/server/payments/unpaid-orders.ts',
        from: "if (network !== null && isOver(network, 'network'))",
        to: "if (network !== null || isOver(network, 'network'))",
      },
    ],
  },
  {
    name: 'drawn-1719',
    fault: 'ArrowFunction, balance-pages.ts: the coin of no chain is sold for',
    scenario: null,
    rules: INVARIANT_IDS,
    changes: [
      {
        file: 'src/server/chain-watcher/balance-pages.ts',
        from: 'RAILS.filter((rail) => rail.chain === chain && isNative(chain, rail.asset)).map(',
        to: 'RAILS.filter((rail) => rail.chain === chain && isNative(chain, rail.asset) && false).map(',
      },
    ],
  },
  {
    name: 'drawn-5805',
    fault: 'MethodExpression, settle-due-orders.ts: orders whose reads are missing expire',
    scenario: 'dead nodes',
    rules: INVARIANT_IDS,
    changes: [
      {
        file: 'src/server/payments/settle-due-orders.ts',
        from: 'due.filter((order) => !isHeldOpen(order, deps)).map(',
        to: 'due.filter((order) => !isHeldOpen(order, deps) || true).map(',
      },
    ],
  },
]
