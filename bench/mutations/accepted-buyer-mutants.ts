import { ONE_ROW, type AcceptedMutant } from './accepted-mutant.ts'

const REFUND_WITHDRAWN = 'src/server/withdrawal/refund-withdrawn.ts'
const SUBMIT_WITHDRAWAL = 'src/server/withdrawal/submit-withdrawal.ts'
const JOIN = 'src/server/waiting-list/join-waiting-list.ts'
const TELL = 'src/server/waiting-list/tell-waiting.ts'
const NOBODY = 'of an edition that nobody waits for, the statement behind it finds nobody'

/** Of the modules that act on what buyers ask for: withdrawal and the waiting list. */
export const ACCEPTED_BUYER_MUTANTS: readonly AcceptedMutant[] = [
  {
    file: REFUND_WITHDRAWN,
    mutator: 'SqlCondition',
    original: `db
    .selectFrom('payments')
    .selectAll()
    .where('withdrawn_at', 'is not', null)
    .where('refunded_at', 'is', null)`,
    replacement: null,
    reason: 'a refunded order has a refund, which another condition asks for',
  },
  {
    file: SUBMIT_WITHDRAWAL,
    mutator: 'MethodExpression',
    original: `createHash('sha256')
    .update(\`\${hashMailbox(email)} \${paymentId}\`)
    .digest('hex')
    .slice(0, 32)`,
    replacement: null,
    reason: 'the whole hash is as good a name',
  },
  ...(
    [
      ["throw new Error('expected the stored entry back from the database, got no row')", 'CallExpression'],
      ['entry === undefined', 'ConditionalExpression'],
    ] as const
  ).map(([original, mutator]) => ({
    file: JOIN,
    mutator,
    original,
    replacement: null,
    reason: 'an insert that updates what is there returns a row',
  })),
  {
    file: TELL,
    mutator: 'ConditionalExpression',
    original: '!waiting.has(edition.id)',
    replacement: 'false',
    reason: NOBODY,
  },
  ...[
    `db
    .selectFrom('editions as e')
    .select('id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('waiting_list')
          .select('edition')
          .whereRef('edition', '=', 'e.id')
          .where('confirmed_at', 'is not', null),
      ),
    )`,
    `selectFrom('waiting_list')
          .select('edition')
          .whereRef('edition', '=', 'e.id')
          .where('confirmed_at', 'is not', null)`,
    `selectFrom('waiting_list')
          .select('edition')
          .whereRef('edition', '=', 'e.id')`,
  ].map((original) => ({
    file: TELL,
    mutator: 'SqlCondition',
    original,
    replacement: null,
    reason: NOBODY,
  })),
  {
    file: TELL,
    mutator: 'EqualityOperator',
    original: 'room <= 0',
    replacement: 'room < 0',
    reason: 'with no room none is read',
  },
  {
    file: TELL,
    mutator: 'ArithmeticOperator',
    original: '(told + BATCH) / TOLD_PER_COPY',
    replacement: '(told + BATCH) * TOLD_PER_COPY',
    reason: 'more copies than a batch needs are counted, and a batch stays one',
  },
  ...['rows[0]?.told', 'rows[0]?.count'].map((original) => ({
    file: TELL,
    mutator: 'OptionalChaining',
    original,
    replacement: null,
    reason: ONE_ROW,
  })),
]
