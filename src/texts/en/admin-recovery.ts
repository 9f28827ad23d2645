import type { RecoveryRow } from '#shared/recovery-api.ts'

/** The recovery of a restored database, in English. */
export const enRecovery = {
  recovery: {
    title: 'Recovery after a restore',
    lead: 'A restored database lacks the orders made after its backup. Until a recovery is finished the shop takes no orders, and sells no address and no key twice.',
    never: 'This database has never been restored.',
    blocked:
      'The shop takes no orders until this recovery is finished. Orders made after this time may be missing:',
    addressesOpen:
      'Addresses: not done. Run “npm run keyhold -- restore --resume” on the server. It moves the next addresses past all that may have been shown.',
    addressesDone: 'Addresses: done.',
    keysOpen:
      'Keys: not done. Compare the keys below with what your mail server has sent. Mark those that were sent, then return the others to the stock.',
    keysDone: 'Keys: done.',
    failed: 'The recovery could not be loaded',
    list: 'Recoveries',
    cause: 'Cause',
    causes: {
      restored: 'A backup was restored',
      older: 'The database lacked orders',
      other_database: 'Another database was connected',
    } satisfies Record<RecoveryRow['cause'], string>,
    started: 'Started',
    missing: 'Missing since',
    finished: 'Finished',
    lost: 'Payments without an order',
    lostLead:
      'Money on addresses that were skipped: the orders are missing in this database. Answer these buyers, or refund them by hand.',
    lostMore: 'Only the newest are shown here. “npm run keyhold -- restore --status” lists all {count}.',
    index: 'Index',
    found: 'Found',
    keys: 'Keys set aside',
    keysLead: 'The lost database may have sent them. They are not sold until you decide.',
    toStock: 'Return to stock',
    sent: 'Was sent',
    restToStock: 'Return all others to stock',
    export: 'Download the list (CSV)',
    confirm:
      'Every key that is still set aside can then be sold. Mark those that were sent first: otherwise a buyer gets a key that somebody else has.',
    decided: {
      one: '{count} key decided',
      other: '{count} keys decided',
    },
    done: 'The recovery is finished: the shop takes orders again.',
    decideFailed: 'The decision could not be stored',
  },
}
