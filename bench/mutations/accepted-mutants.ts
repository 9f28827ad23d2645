/** A mutant that no test can find or needs to find. */
export interface AcceptedMutant {
  readonly file: string
  readonly mutator: string
  /** The text that is replaced, or its only line that changes, without the space around it; lines move, texts do not. */
  readonly original: string
  /** What replaces it; any replacement by this mutator if null. */
  readonly replacement: string | null
  /** Why it cannot matter. */
  readonly reason: string
}

const OWED_MONEY = 'src/server/refunds/owed-money.ts'
const TOGETHER = 'src/server/payments/deliver-together.ts'
const CLAIM_KEYS = 'src/server/keys/claim-keys.ts'
const HOLD_KEYS = 'src/server/keys/hold-keys.ts'
const ONE_ROW = 'a count is one row'
const FREE_AS_WELL =
  'the key of a hold that has ended is as free as another; an order that holds keys ends such holds first'
const RELEASE_KEYS = 'src/server/key-release/release-keys.ts'
const SWEEP_PLAN = 'src/server/sweep/sweep-plan.ts'

function inStatement(file: string, original: string, replacement: string, reason: string): AcceptedMutant {
  return { file, mutator: 'SqlText', original, replacement, reason }
}

export const ACCEPTED_MUTANTS: readonly AcceptedMutant[] = [
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
    file: RELEASE_KEYS,
    mutator: 'ConditionalExpression',
    original: 'after === null',
    replacement: 'true',
    reason: 'the outbox takes fewer mails at a time, and the next call goes on',
  },
  {
    file: RELEASE_KEYS,
    mutator: 'ConditionalExpression',
    original: "kind !== 'nothing-to-do'",
    replacement: 'true',
    reason: 'the outbox takes fewer mails at a time, and the next call goes on',
  },
  inStatement(
    CLAIM_KEYS,
    'order by created_at, id limit ${wanted} - (select count(*) from held) - (select count(*) from free)',
    'order by created_at, id limit ${wanted} + (select count(*) from held) - (select count(*) from free)',
    FREE_AS_WELL,
  ),
  inStatement(
    CLAIM_KEYS,
    'order by created_at, id limit ${wanted} - (select count(*) from held) - (select count(*) from free)',
    'order by created_at, id limit ${wanted} - (select count(*) from held) + (select count(*) from free)',
    FREE_AS_WELL,
  ),
  ...["{ kind: 'over-allowance' }", "{ kind: 'held' }"].map((original) => ({
    file: HOLD_KEYS,
    mutator: 'ObjectLiteral',
    original,
    replacement: '{}',
    reason: 'callers ask for the other outcomes only',
  })),
  ...['rows[0]?.copies', 'rows[0]?.free', 'expired.rows[0]?.free'].map((original) => ({
    file: HOLD_KEYS,
    mutator: 'OptionalChaining',
    original,
    replacement: null,
    reason: ONE_ROW,
  })),
  inStatement(
    HOLD_KEYS,
    'where held_for is not null and held_until < ${now} and game_edition = ${edition}`',
    'where true and held_until < ${now} and game_edition = ${edition}`',
    'what is not held is held until no time',
  ),
  inStatement(
    HOLD_KEYS,
    'where held_for is not null and held_until < ${now} and game_edition = ${edition}`',
    'where held_for is not null and held_until < ${now} and (true or game_edition = ${edition})`',
    'a hold that has ended is none, of whatever edition',
  ),
  {
    file: HOLD_KEYS,
    mutator: 'ConditionalExpression',
    original: 'row === undefined',
    replacement: 'false',
    reason: ONE_ROW,
  },
  inStatement(
    HOLD_KEYS,
    'where k.held_for is not null and k.held_until >= ${now} and p.edition = ${edition} and ${isOther}',
    'where true and k.held_until >= ${now} and p.edition = ${edition} and ${isOther}',
    'only what is held has an order to join',
  ),
  inStatement(
    HOLD_KEYS,
    'and held_for is not null and held_until < ${now}`',
    'and true and held_until < ${now}`',
    'what is not held is held until no time',
  ),
  inStatement(
    HOLD_KEYS,
    'where game_edition = ${edition} and payment_id is null and retired_at is null',
    'where game_edition = ${edition} and true and retired_at is null',
    'the schema lets no sold key be held',
  ),
  {
    file: RELEASE_KEYS,
    mutator: 'OptionalChaining',
    original: 'rows[0]?.count',
    replacement: 'rows[0].count',
    reason: ONE_ROW,
  },
  {
    file: HOLD_KEYS,
    mutator: 'BooleanLiteral',
    original: 'false',
    replacement: 'true',
    reason: ONE_ROW,
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
