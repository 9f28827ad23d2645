import { ACCEPTED_BUYER_MUTANTS } from './accepted-buyer-mutants.ts'
import { ACCEPTED_KEY_MUTANTS } from './accepted-key-mutants.ts'
import { inStatement, type AcceptedMutant } from './accepted-mutant.ts'

const OWED_MONEY = 'src/server/refunds/owed-money.ts'
const TOGETHER = 'src/server/payments/deliver-together.ts'
const FENCED_DATABASE = 'src/server/db/fenced-database.ts'
const FILL_POOL = 'src/server/address-pool/fill-address-pool.ts'
const SWEEP_PLAN = 'src/server/sweep/sweep-plan.ts'

export const ACCEPTED_MUTANTS: readonly AcceptedMutant[] = [
  ...ACCEPTED_KEY_MUTANTS,
  ...ACCEPTED_BUYER_MUTANTS,
  {
    file: FILL_POOL,
    mutator: 'ConditionalExpression',
    original: 'readers.length === 0',
    replacement: 'false',
    reason: 'without a chain to ask there is no answer, which the next condition asks for',
  },
  {
    file: FILL_POOL,
    mutator: 'MethodExpression',
    original: 'Math.min(batch * 2, BATCH_MAX)',
    replacement: 'Math.max(batch * 2, BATCH_MAX)',
    reason: 'larger batches ask for the same addresses in fewer calls',
  },
  inStatement(
    FILL_POOL,
    'and not derivation_index = any(${usedIndexes}::int[])`',
    'and not derivation_index <> any(${usedIndexes}::int[])`',
    'what stands beside a used address is asked about once more',
  ),
  {
    file: SWEEP_PLAN,
    mutator: 'EqualityOperator',
    original: 'start < worth.length',
    replacement: 'start <= worth.length',
    reason: 'a batch without outputs is worth nothing, and is neither made nor listed',
  },
  {
    file: SWEEP_PLAN,
    mutator: 'EqualityOperator',
    original: 'most > position.coin',
    replacement: 'most >= position.coin',
    reason: 'nothing is missing where both are the same',
  },
  {
    file: 'src/shared/arrival.ts',
    mutator: 'EqualityOperator',
    original: 'unseenUntil > blockAt',
    replacement: 'unseenUntil >= blockAt',
    reason: 'both are the same time',
  },
  {
    file: 'src/shared/arrival.ts',
    mutator: 'EqualityOperator',
    original: 'earliest < seenAt',
    replacement: 'earliest <= seenAt',
    reason: 'both are the same time',
  },
  {
    file: 'src/shared/arrival.ts',
    mutator: 'ConditionalExpression',
    original: 'unseenUntil !== null',
    replacement: 'true',
    reason: 'null is not later than a block',
  },
  {
    file: 'src/shared/payment-status.ts',
    mutator: 'EqualityOperator',
    original: 'a.id < b.id',
    replacement: 'a.id <= b.id',
    reason: 'two transfers have different ids',
  },
  {
    file: 'src/shared/payment-status.ts',
    mutator: 'ConditionalExpression',
    original: "s.kind !== 'rail'",
    replacement: 'true',
    reason: 'each flag asks for the kind that it is about',
  },
  {
    file: 'src/server/refunds/judge-payout.ts',
    mutator: 'ConditionalExpression',
    original: 'first === undefined',
    replacement: 'false',
    reason: 'without an answer there is no block, which the next condition asks for',
  },
  ...(
    [
      ['throw new LeaseLostError(role)', 'CallExpression'],
      ['current === null', 'ConditionalExpression'],
    ] as const
  ).map(([original, mutator]) => ({
    file: FENCED_DATABASE,
    mutator,
    original,
    replacement: null,
    reason: 'the database refuses a lease without an epoch, too',
  })),
  {
    file: FENCED_DATABASE,
    mutator: 'OptionalChaining',
    original: 'releases.get(connection)?.()',
    replacement: null,
    reason: 'each connection is released by what acquired it',
  },
  {
    file: FENCED_DATABASE,
    mutator: 'ArrowFunction',
    original: '() => Promise.resolve()',
    replacement: null,
    reason: 'nobody closes a fenced database; the one behind it is closed',
  },
  {
    file: OWED_MONEY,
    mutator: 'EqualityOperator',
    original: 'left >= order.due_atoms',
    replacement: 'left > order.due_atoms',
    reason: 'what is left is the amount due where both are the same',
  },
  {
    file: OWED_MONEY,
    mutator: 'EqualityOperator',
    original: 'amount > 0n',
    replacement: 'amount >= 0n',
    reason: 'both give 0 for 0',
  },
  {
    file: 'src/server/chain-watcher/claim-payment.ts',
    mutator: 'ConditionalExpression',
    original: 'reader === undefined',
    replacement: 'false',
    reason: 'without a reader the outcome is a text, which the next condition asks for',
  },
  {
    file: 'src/server/chain-watcher/block-age.ts',
    mutator: 'ConditionalExpression',
    original: 'height === null',
    replacement: 'false',
    reason:
      'null counts as 0 in the comparison behind it, and every block is above 0 less what may be replaced',
  },
  {
    file: 'src/server/payments/next-relevant-heights.ts',
    mutator: 'ConditionalExpression',
    original: "depth === 'finalized'",
    replacement: 'false',
    reason: 'a height plus a word is no number, and no height is above that',
  },
  {
    file: 'src/server/payments/next-relevant-heights.ts',
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: null,
    reason: 'a word is no height above another',
  },
  {
    file: 'src/server/payments/has-agreement.ts',
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: null,
    reason: 'an answer without a verdict counts as none',
  },
  {
    file: TOGETHER,
    mutator: 'ConditionalExpression',
    original: 'order.awaiting_keys_since === null && order.awaiting_release_since === null',
    replacement: 'true',
    reason: 'the edition of an order that waits is left out by the statement behind it',
  },
  {
    file: TOGETHER,
    mutator: 'LogicalOperator',
    original: 'order.awaiting_keys_since === null && order.awaiting_release_since === null',
    replacement: null,
    reason: 'the edition of an order that waits is left out by the statement behind it',
  },
  {
    file: TOGETHER,
    mutator: 'ConditionalExpression',
    original: 'order.awaiting_keys_since === null',
    replacement: 'true',
    reason: 'the edition of an order that waits is left out by the statement behind it',
  },
  {
    file: TOGETHER,
    mutator: 'ConditionalExpression',
    original: 'order.awaiting_release_since === null',
    replacement: 'true',
    reason: 'the edition of an order that waits is left out by the statement behind it',
  },
  {
    file: TOGETHER,
    mutator: 'MethodExpression',
    original: `orders.filter(
    (order) => order.awaiting_keys_since === null && order.awaiting_release_since === null,
  )`,
    replacement: null,
    reason: 'the edition of an order that waits is left out by the statement behind it',
  },
  {
    file: TOGETHER,
    mutator: 'ConditionalExpression',
    original: 'ready.length === 0',
    replacement: 'false',
    reason: 'of no orders none is marked, which the next condition asks for',
  },
  {
    file: TOGETHER,
    mutator: 'ConditionalExpression',
    original: 'delivered.length === 0',
    replacement: 'false',
    reason: 'handing out nothing only announces that keys have changed',
  },
  {
    file: TOGETHER,
    mutator: 'ConditionalExpression',
    original: 'usual.length === 0',
    replacement: 'false',
    reason: 'the statements behind it find nothing for no orders',
  },
  {
    file: TOGETHER,
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: null,
    reason: 'what has no id of an order is not marked',
  },
  {
    file: TOGETHER,
    mutator: 'MethodExpression',
    original: '[...new Set(usual.map(({ edition }) => edition))].sort()',
    replacement: null,
    reason: 'the order of locks matters to two processes at once, which the simulation has',
  },
]
