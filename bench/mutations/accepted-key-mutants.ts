import { inStatement, ONE_ROW, type AcceptedMutant } from './accepted-mutant.ts'

const CLAIM_KEYS = 'src/server/keys/claim-keys.ts'
const HOLD_KEYS = 'src/server/keys/hold-keys.ts'
const RELEASE_KEYS = 'src/server/key-release/release-keys.ts'
const FREE_AS_WELL =
  'the key of a hold that has ended is as free as another; an order that holds keys ends such holds first'

/** Of the modules that hold, hand out and release keys. */
export const ACCEPTED_KEY_MUTANTS: readonly AcceptedMutant[] = [
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
]
