/** A plan that is kept must fit any value. With its values, PostgreSQL reads an index and keeps no plan. */
const BY_VALUES = 'with its values it reads an index'
const ALL_ROWS = 'it is about all rows, on demand or once a day'
const FIRST_ROW = 'it ends with the first row'
const DEMO = 'simulated chains have few transactions'

/** Why a statement may read a large table from its begin to its end, by what sends it. */
export const EXPECTED_SCANS: Readonly<Record<string, string>> = {
  'src/server/accounts/sign-in-attempts.ts hasFailures': 'failed sign-ins are few',
  'src/server/address-pool/address-queue.ts isBusy': BY_VALUES,
  'src/server/backups/check-restore.ts compareRestored': ALL_ROWS,
  'src/server/backups/is-empty-shop.ts isEmptyShop': FIRST_ROW,
  'src/server/bulletins/list-bulletins.ts readProgress': 'a bulletin goes to most buyers',
  'src/server/bulletins/recipients.ts forecastBulletin': ALL_ROWS,
  'src/server/bulletins/recipients.ts listRecipients': ALL_ROWS,
  'src/server/chain-watcher/balance-pages.ts readPage':
    'once a minute, of few orders; of many it reads a page of an index',
  'src/server/chain-watcher/look-pace.ts lookPauseMs': BY_VALUES,
  'src/server/chain-watcher/watch-addresses.ts listUpTo': BY_VALUES,
  'src/server/counters/counters.ts recountOrders': ALL_ROWS,
  'src/server/demo/demo-faults.ts attestedBy': DEMO,
  'src/server/demo/demo-faults.ts openDemoFaults': DEMO,
  'src/server/demo/seed-demo.ts seedDemo': FIRST_ROW,
  'src/server/demo/sim-chain.ts awaitsBlocks': DEMO,
  'src/server/demo/sim-chain.ts sentTo': DEMO,
  'src/server/demo/sim-reader.ts isReplaced': DEMO,
  'src/server/demo/sim-reader.ts usedAddresses': DEMO,
  'src/server/diagnostics/check-settings.ts checkWallets': ALL_ROWS,
  'src/server/discounts/list-codes.ts listCodes': 'staff search in names, and codes are few',
  'src/server/first-day/read-first-day.ts readFound': FIRST_ROW,
  'src/server/keys/list-keys.ts searchPage': BY_VALUES,
  'src/server/keys/require-readable-keys.ts requireReadableKeys': FIRST_ROW,
  'src/server/keys/reseal-keys.ts countKeysToReseal': ALL_ROWS,
  'src/server/keys/reseal-keys.ts resealKeys': ALL_ROWS,
  'src/server/monitoring/read-overview.ts readOnWaitingList': ALL_ROWS,
  'src/server/monitoring/read-shop-state.ts readShopState': 'only while mails are refused',
  'src/server/payments/deliver-order.ts readOlderOrders':
    'it adds up the orders that wait, most of all before a release',
  'src/server/payments/insert-order.ts insertOrder':
    'only where a secret is lost, and it ends with the first row',
  'src/server/payouts/quote-together.ts readRequested': BY_VALUES,
  'src/server/privacy/erase-mails.ts eraseMailsTo': ALL_ROWS,
  'src/server/privacy/erase-mails.ts eraseOldMails': ALL_ROWS,
  'src/server/privacy/erase-mails.ts eraseSupportMailsFrom': ALL_ROWS,
  'src/server/privacy/export-person.ts exportMails': ALL_ROWS,
  'src/server/privacy/export-person.ts exportMessages': ALL_ROWS,
  'src/server/privacy/forget-old.ts forgetRequests': ALL_ROWS,
  'src/server/privacy/forget-waiting.ts forgetWaiting': ALL_ROWS,
  'src/server/recovery/recoveries.ts startRecovery': ALL_ROWS,
  'src/server/refunds/check-refunds.ts checkRefunds': BY_VALUES,
  'src/server/refunds/freeze-checks.ts dueAddresses':
    'every ten minutes: each address with tokens may be due',
  'src/server/shop/abandon-secret.ts findLostWithSecret': ALL_ROWS,
  'src/server/shop/abandon-secret.ts retireUnreadable': ALL_ROWS,
  'src/server/shop/rotate-secret.ts chooseNext': ALL_ROWS,
  'src/server/staff-orders/export-oss.ts readSupplies': ALL_ROWS,
  'src/server/staff-orders/list-orders.ts countFound': BY_VALUES,
  'src/server/staff-orders/list-orders.ts selectOrders': BY_VALUES,
  'src/server/staff-orders/read-refunds.ts listRefunds': 'refunds are few beside orders',
  'src/server/webhooks/list-webhooks.ts deleteOldDeliveries': ALL_ROWS,
}
