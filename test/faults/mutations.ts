import { DATABASE_MUTATIONS } from './database-mutations.ts'
import { DRAWN_MUTATIONS } from './drawn-mutations.ts'
import type { InvariantId } from './invariants.ts'
import type { ScenarioName } from './scenarios.ts'

/** A replacement in one file; `from` must occur in it, else the mutation has to be written again. */
interface Replacement {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** A known fault put back into the code, which the simulation must find. */
export interface Mutation {
  readonly name: string
  /** What goes wrong, printed with what found it. */
  readonly fault: string
  readonly changes: readonly Replacement[]
  /** The scenario in which it is looked for; all, mixed, if null. */
  readonly scenario: ScenarioName | null
  /** The promises of which one must be found broken. */
  readonly rules: readonly InvariantId[]
}

const SETTLED = 'src/server/refunds/settled-money.ts'
const LOOK = 'src/server/chain-watcher/look-at-chain.ts'
const MISSING = 'src/server/chain-watcher/mark-missing-transfers.ts'
const STORE = 'src/server/chain-watcher/store-transfers.ts'
const DELIVER = 'src/server/payments/deliver-order.ts'
const HAND_OUT = 'src/server/payments/hand-out-keys.ts'

/** Every fault that is put back. */
export const MUTATIONS: readonly Mutation[] = [
  ...DATABASE_MUTATIONS,
  ...DRAWN_MUTATIONS,
  {
    name: 'refund-unsettled',
    fault: 'a refund owes back an overpayment that is not settled',
    scenario: 'refund adversary',
    rules: ['I4'],
    changes: [
      {
        file: SETTLED,
        from: 'const isSettled = settledTest(order, loaded, policy, counted)',
        to: 'const isSettled = (one: Sighting) => settledTest(order, loaded, policy, counted)(one) || true',
      },
    ],
  },
  {
    name: 'finality-by-depth',
    fault: 'one bad answer to `finalized` makes finality a few blocks',
    scenario: 'dead nodes',
    rules: ['I2'],
    changes: [
      {
        file: 'src/server/chain/evm/read-finality.ts',
        from: 'if (!wasReported && !node.learnt.knowsFinality) return',
        to: 'if (head.height > 0 || wasReported) return',
      },
      {
        file: 'src/shared/chains.ts',
        from: 'usualS: 2, fallbackDepth: 20,',
        to: 'usualS: 2, fallbackDepth: 3,',
      },
      {
        file: 'src/shared/chains.ts',
        from: 'usualS: 57, fallbackDepth: 19,',
        to: 'usualS: 57, fallbackDepth: 3,',
      },
    ],
  },
  {
    name: 'deliver-unsettled',
    fault: 'keys leave for money that a reorganisation took away',
    scenario: 'reorganisations and scarce stock',
    rules: ['I2'],
    changes: [
      { file: HAND_OUT, from: "    where('needs_settling', '=', false),\n", to: '' },
      { file: DELIVER, from: "    .where('needs_settling', '=', false)\n", to: '' },
      {
        file: 'src/server/payments/settle-due-orders.ts',
        from: "    .where('needs_settling', '=', false)\n",
        to: '',
      },
    ],
  },
  {
    name: 'reserve-over-allowance',
    fault: '`reserve` promises more copies than its stock to whoever asks for many',
    scenario: 'reserved stock',
    rules: ['I5'],
    changes: [
      {
        file: 'src/server/keys/hold-keys.ts',
        from: "  if (!(await isCovered(tx, claim, claim.quantity, now))) return { kind: 'sold-out' }\n  if (await isClientOver(tx, claim, now)) return { kind: 'client-over' }\n  if (await isOverAllowance(tx, claim)) return { kind: 'over-allowance' }\n",
        to: "  if (await isOverAllowance(tx, claim)) return { kind: 'over-allowance' }\n  if (!(await isCovered(tx, claim, claim.quantity, now))) return { kind: 'sold-out' }\n",
      },
    ],
  },
  {
    name: 'balances-first',
    fault: 'a refused balance read stops every settlement of its chain',
    scenario: 'dead nodes',
    rules: ['I3'],
    changes: [
      {
        file: 'src/server/chain-watcher/look-at-chain.ts',
        from: '      await settle(settledAt !== at.hash || finality.read !== null)\n',
        to: '      await balances.look(at, clock(), startedAt)\n      await settle(settledAt !== at.hash || finality.read !== null)\n',
      },
    ],
  },
  {
    name: 'cursor-apart',
    fault: 'the cursor moves in another transaction than the transfers below it',
    scenario: null,
    rules: ['I3', 'I8'],
    changes: [
      {
        file: 'src/server/chain-watcher/read-blocks.ts',
        from: '    await addCheckpoints(tx, reader.chain, [scanned.upTo])\n    await storeOutflows',
        to: '    await addCheckpoints(tx, reader.chain, [scanned.upTo])\n  })\n  await db.transaction().execute(async (tx) => {\n    await storeOutflows',
      },
    ],
  },
  {
    name: 'deliver-despite-refund',
    fault: 'keys leave beside a refund that was asked at the same moment',
    scenario: 'refund adversary',
    rules: ['I4', 'errors'],
    changes: [
      {
        file: HAND_OUT,
        from: "          .where('refunds.status', '<>', 'withdrawn'),\n",
        to: "          .where('refunds.status', '=', 'verified'),\n",
      },
    ],
  },
  {
    name: 'second-node-unasked',
    fault: 'the second node is not asked about an order',
    scenario: 'lying nodes',
    rules: ['I2'],
    changes: [
      {
        file: 'src/server/chain-watcher/collect-attestations.ts',
        from: '  if (!asksEveryNode(policy, reader.chain)) return\n',
        to: '  if (reader.chain.length > 0 || !asksEveryNode(policy, reader.chain)) return\n',
      },
      // without an answer no order is confirmed, so that this guard has to go as well
      {
        file: 'src/server/payments/load-evidence.ts',
        from: '  return row.block_height === null || (row.attestations !== null && !isDenied(row.attestations))',
        to: '  return row.block_height === null || !isDenied(row.attestations)',
      },
    ],
  },
  {
    name: 'used-addresses',
    fault: 'an order gets an address that a former installation used, with its money',
    scenario: 'life of an operator',
    rules: ['I2'],
    changes: [
      {
        file: 'src/server/address-pool/fill-address-pool.ts',
        from: '(await reader.usedAddresses(addresses)) ?? new Set()',
        to: 'new Set<string>()',
      },
    ],
  },
  {
    name: 'quote-for-ever',
    fault:
      'a payment that was seen in its window counts at its old price, however late it is sent again and mined',
    scenario: 'bitcoin adversary',
    rules: ['I2'],
    changes: [
      {
        file: 'src/shared/arrival.ts',
        from: '  return arrivedMs <= 0 && minedMs > TOP_UP_S * 1000 ? minedMs : arrivedMs',
        to: '  return minedMs < -1e18 ? minedMs : arrivedMs',
      },
      {
        file: STORE,
        from: "seen_at = case when transfers.lost_as in ('dropped', 'replaced') then excluded.seen_at else transfers.seen_at end",
        to: 'seen_at = transfers.seen_at',
      },
    ],
  },
  {
    name: 'sight-of-less',
    fault: 'a payment inherits the first sight of one that did not cover the order',
    scenario: 'bitcoin adversary',
    rules: ['I2'],
    changes: [{ file: STORE, from: 'and a.least <= (', to: 'and 0 <= (' }],
  },
  {
    name: 'logs-read-once',
    fault: 'token logs that a node omits once are never found',
    scenario: 'lying nodes',
    rules: ['I3'],
    changes: [
      {
        file: LOOK,
        from: "    await optional.run('token logs, second pass', () => recheck.look(at, head, clock()))\n",
        to: '',
      },
      {
        file: LOOK,
        from: "    await optional.run('balances of tokens', () => tokenCheck.look(at, clock()))\n",
        to: '',
      },
      { file: LOOK, from: 'tokenCheck.hasChecked(record, clock())', to: 'true' },
      // with the blocks of the last minute read again, shorter gaps would be found
      {
        file: 'src/server/chain/evm/scan-blocks.ts',
        from: 'const SECONDS_REREAD = 60',
        to: 'const SECONDS_REREAD = 0',
      },
    ],
  },
  {
    name: 'unknown-for-ever',
    fault: 'an order that needs a second node waits for ever when that node is gone',
    scenario: 'lying nodes',
    rules: ['I3'],
    changes: [
      {
        file: 'src/shared/payment-status.ts',
        from: '[evidence.disagreeSince, evidence.unagreedSince].some(',
        to: '[evidence.disagreeSince].some(',
      },
    ],
  },
  {
    name: 'hold-given-away',
    fault: 'one look at an empty mempool gives the held keys away for good',
    scenario: 'reserved stock',
    rules: ['I5'],
    changes: [
      {
        file: 'src/server/keys/hold-keys.ts',
        from: '  if (await isCovered(tx, claim, missing, now)) await holdFreeKeys(tx, claim, missing, null)\n',
        to: '',
      },
      {
        file: MISSING,
        from: '    if (!isReplaced && (absence.lists < LISTS_MIN || missingMs < MISSING_MIN_MS)) return null\n',
        to: '',
      },
      {
        file: MISSING,
        from: 'isKnown === null && missingMs < UNANSWERED_MAX_MS ? null',
        to: 'missingMs < 0 ? null',
      },
    ],
  },
  {
    name: 'first-head',
    fault: 'a look fails when the first node is a block behind, although the second is not',
    scenario: 'balanced nodes',
    rules: ['I9'],
    changes: [
      {
        file: 'src/server/chain/endpoints.ts',
        from: '        if (highest.height >= atLeast) return highest\n',
        to: '        if (atLeast >= 0) return highest\n',
      },
    ],
  },
  {
    name: 'dust-rows',
    fault: 'every tiny output of a transaction becomes a row of its own',
    scenario: 'flood',
    rules: ['I7'],
    changes: [
      {
        file: STORE,
        from: '? sumManyOutputs(ours) : singleOutputs(ours)',
        to: '? singleOutputs(ours) : sumManyOutputs(ours)',
      },
    ],
  },
]
