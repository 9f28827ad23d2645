import type { AlertFacts, AlertKind } from '#shared/alerts.ts'

const ADDRESS = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'
const HASH = '7c2d4206c03a883ee9066920f839e0ff8a85e6e5c0d3d0a3c3b0ea7b7a9ce4a1'

/** Facts of every kind of alert, as its caller states them. */
export const SAMPLE_ALERT_FACTS: { readonly [Kind in AlertKind]: AlertFacts<Kind> } = {
  'nodes-not-agreed': {},
  'payment-predates-order': {},
  'payout-not-agreed': { chain: 'tron', transactions: [HASH] },
  'single-node-limit': { limit: 500_00, waitingOrders: 3 },
  'issuer-freeze': { chain: 'tron', amount: '127.98 USDT', address: ADDRESS },
  'sign-ins-failed': { userId: 'a7f4a2f0-6f0b-4a6c-8b5a-0a6f8e0c5d11' },
  'unpaid-orders-limit': { openOrders: 4000 },
  recovery: { cause: 'older', lostSince: '2026-03-01T09:00:00.000Z', quarantined: 120 },
  'lost-payment': { chain: 'tron', amount: '63.99 USDT', address: ADDRESS, hash: HASH },
  'node-left-out': { nodes: ['ethereum node 2'] },
  'rail-closed': { reason: 'node_lags', lagS: 14 * 60 + 20 },
  'no-rate': { rateAt: '2026-03-01T13:50:00.000Z' },
  'order-review': { flags: ['underpaid', 'late'] },
  'refund-requested': { refund: '63.99 USDT', refundAddress: ADDRESS },
  'stock-low': { free: 7, daysLeft: 4 },
  'sold-out': { waitingCopies: 2 },
  'keys-missing': { waitingCopies: 12 },
  'mail-stuck': { waitingMails: 13, oldestS: 660 },
  'mails-refused': { refused: 13, reply: 550 },
  'keys-not-mailed': { waitingKeys: 6 },
  'backup-failed': { failure: 'ENOSPC', file: 'keyhold-2026-03-01.backup' },
  'backup-old': { lastBackupAt: '2026-02-27T03:00:00.000Z', ageS: 40 * 3600 },
  'disk-low': { place: 'backups', freeRoom: '812 MiB' },
  'disk-full': { place: 'data', freeRoom: '12 MiB' },
  'clock-wrong': { clockAheadS: 3600, clockBehindS: null },
  'record-failed': {},
  'restore-check-failed': { failure: 'RestoreCheckError', file: 'keyhold-2026-03-01.backup' },
}

/** What is added to the facts of an alert about an order. */
export const SAMPLE_ORDER_FACTS = {
  edition: 'standard',
  copies: 2,
  price: 127_98,
  rail: 'trc20',
  due: '127.98 USDT',
  received: '64 USDT',
  address: ADDRESS,
  hash: HASH,
}
