/** A promise that the simulation judges. */
export interface Invariant {
  readonly promise: string
  /** When the simulation judges it. */
  readonly when: string
  /** Tests that hold it by themselves, by their files. Each says so in a comment above it: `// holds I1`. */
  readonly tests: Readonly<Record<string, readonly string[]>>
}

/** The promises, by the rules that a broken one is reported under. An id never gets another meaning. */
export const INVARIANTS = {
  I1: {
    promise: 'an order has none or all of its keys, no key twice, one mail with keys',
    when: 'delivery, every 50th commit',
    tests: {
      'test/kill-server.test.ts': [
        'a server killed at random moments loses no paid order, delivers no key twice and mails each order once',
      ],
      'src/server/keys/keys-by-order.test.ts': [
        'an order of three gets all its keys or none, and later orders do not overtake it',
      ],
      'src/server/mail/mail.test.ts': [
        'two processes send the mails of one outbox without sending one twice',
      ],
      'test/restore.test.ts': [
        'after a restore no key and no address is used again, and sales after the backup are found on chain',
      ],
    },
  },
  I2: {
    promise: 'keys leave only if the true chain held the price at the asked depth and at an allowed rate',
    when: 'the commit of a delivery',
    tests: {
      'test/conformance/payment-cases.ts': [
        'exact: detected, and delivered at the depth that the price requires, not a block earlier',
        'late counts at the rate of its time, and never at a better one',
      ],
      'src/server/keys/keys-by-order.test.ts': [
        'money that a reorganisation took away moves no keys, and holds up no other order',
      ],
      'src/server/chain-watcher/collect-attestations.test.ts': [
        'an order is compared with the second node before its keys leave',
      ],
    },
  },
  I3: {
    promise:
      'a paid order comes to rest confirmed and delivered, waiting for stock, or with the staff; every mail is sent',
    when: 'at rest',
    tests: {
      'test/kill-server.test.ts': [
        'a server killed at random moments loses no paid order, delivers no key twice and mails each order once',
      ],
      'test/conformance/missing-log-cases.ts': [
        'a log that was missing when its block was read is found by the second pass',
      ],
      'src/server/chain-watcher/collect-attestations.test.ts': [
        'a second node that stays silent leaves the decision to staff after half an hour',
      ],
      'src/server/mail/mail-worker.test.ts': [
        'mails that waited for the mail server are sent as soon as it is back',
      ],
    },
  },
  I4: {
    promise:
      'a refund owes no rest that was never settled, refunds never exceed the price, no keys beside a refund',
    when: 'each commit about refunds',
    tests: {
      'src/server/refunds/settled-refunds.test.ts': [
        'whatever happens, refunds owe no more than is settled when they are quoted and recorded',
        'a refund does not owe a payment that a second node contradicts',
      ],
      'src/server/refunds/refund-race.test.ts': [
        'keys that arrive during a refund request are not delivered as well',
      ],
    },
  },
  I5: {
    promise: '`reserve` promises no more copies than there are keys',
    when: 'each commit about stock',
    tests: {
      'src/server/keys/hold-keys.test.ts': [
        'money that is stored but not settled yet keeps its keys beyond the window',
        'an order whose hold has ended takes no keys that are promised to another order',
      ],
      'src/server/keys/buyers-at-once.test.ts': [
        'buyers of any number of copies at the same time are promised no more than the stock',
      ],
      'src/server/keys/keys-by-order.test.ts': ['reserve: 20 buy, 40 are refused, and nothing is left over'],
    },
  },
  I6: {
    promise: 'the received amount is the true sum',
    when: 'at rest',
    tests: {
      'src/shared/payment-status-laws.test.ts': [
        'the received amount is the sum of what counts, and never more than was sent',
      ],
      'test/conformance/payment-cases.ts': ['split: two payments that add up to the amount due'],
    },
  },
  I7: {
    promise:
      'a look without a new block takes at most 3 calls, with one at most 8, while nothing waits. A transaction is 21 rows at most',
    when: 'at rest',
    tests: {
      'src/server/chain-watcher/call-counts.test.ts': [
        'Ethereum: the newest block and its transactions are one call once a new block is due',
      ],
      'src/server/chain-watcher/store-transfers.test.ts': [
        'a transaction with 2,500 outputs to one order is a few rows with the whole sum',
      ],
    },
  },
  I8: {
    promise: 'the stored transfers are those of the true chain, in its blocks',
    when: 'at rest',
    tests: {
      'test/conformance/missing-log-cases.ts': [
        'a payment whose log was missing is found although another one has paid the order and is final',
      ],
      'src/server/chain/bitcoin/bitcoin-readers.test.ts': [
        'a reorganisation may move a payment into another block',
      ],
    },
  },
  I9: {
    promise:
      'no look fails while one node of its chain is well, was well for a minute, and the chain stands still',
    when: 'every look',
    tests: {
      'src/server/chain/endpoints.test.ts': ['a node without the block in question is not paused'],
      'src/server/chain-watcher/read-blocks.test.ts': [
        'one answer that contradicts the block at the cursor is read again in the same poll',
      ],
    },
  },
  I10: {
    promise:
      'no address is told to two orders, and no key in two mails. An order that its buyer knows is stored, unless a failover lost it. Who knows of a loss takes no order before a recovery',
    when: 'orders, mails, at rest',
    tests: {
      'src/server/address-pool/address-pool.test.ts': [
        'concurrent orders get different addresses, and a rollback returns its own',
      ],
      'src/server/recovery/recovery.test.ts': [
        'a database older than the mark takes no orders, and its unsold keys are set aside, until both are recovered',
      ],
      'test/lossy-failover.test.ts': [
        'a standby that lacks orders is promoted while two processes sell: both stop, and no key and no address is used again',
        'a standby that lacks nothing but a sale made elsewhere is promoted: the shop stops, and its key is not sold again',
      ],
    },
  },
  I11: {
    promise: 'what a former leader writes is not committed once its successor was elected; somebody leads',
    when: 'each commit, at rest',
    tests: {
      'src/server/db/fenced-database.test.ts': [
        'a transaction that is open when another process takes the role does not commit',
        'a takeover ends no transaction of another role, and none of another database',
      ],
      'src/server/db/leader.test.ts': [
        'a successor that has the lock and no lease yet is not taken for the leader whose lease is stale',
        'no session but that of the leader is ended, and not while its lease is renewed',
      ],
      'test/frozen-leader.test.ts': [
        'a frozen leader is replaced within 15 seconds, and what it writes when it goes on is rolled back',
      ],
    },
  },
  errors: {
    promise: 'there is no error that an injected fault does not explain',
    when: 'every step',
    tests: { 'test/faults/faults.test.ts': ['%s: a seed breaks no promise'] },
  },
  progress: {
    promise: 'no statements wait for each other, and the shop comes to rest',
    when: 'every step',
    tests: { 'test/faults/faults.test.ts': ['%s: a seed breaks no promise'] },
  },
} as const satisfies Readonly<Record<string, Invariant>>

/** The id of an invariant, which a violation is reported under. */
export type InvariantId = keyof typeof INVARIANTS
/** All of them, in their order. */
export const INVARIANT_IDS = Object.keys(INVARIANTS) as readonly InvariantId[]
