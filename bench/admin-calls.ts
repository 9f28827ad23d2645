import { keyPosition, SEALED_KEYS, sealedKey, type ShopSize } from '#test/fill-shop.ts'

/** A call of the back office that is measured. */
export interface AdminCall {
  readonly what: string
  /** Differs by `n`, so that repeated calls do not read the same rows. */
  readonly path: (size: ShopSize, n: number) => string
  /** Whether only the time until the first byte is measured; the rest is not read. */
  readonly isExport?: true
}

const KEYS = '/functions/manage-game-keys?action=list'
const LATE_DAYS = 'from=2026-08-23&to=2026-11-20'
const spread = (n: number, all: number) => (n * 7919) % all

/** The calls about keys. */
export const KEY_CALLS: readonly AdminCall[] = [
  { what: 'keys, first page', path: () => KEYS },
  { what: 'keys, standard and available', path: () => `${KEYS}&edition=standard&status=available` },
  { what: 'keys, used', path: () => `${KEYS}&status=used` },
  { what: 'keys by status', path: () => `${KEYS}&sort=status_desc` },
  {
    what: 'keys, the page after the middle',
    path: ({ keys }, n) => `${KEYS}&page=${String(keys / 100)}&after=${keyPosition(keys, keys / 2 + n)}`,
  },
  {
    what: 'keys, the page before the middle, by edition',
    path: ({ keys }, n) =>
      `${KEYS}&page=${String(keys / 100)}&sort=edition_asc&before=standard.${keyPosition(keys, keys / 2 + n)}`,
  },
  { what: 'keys, the last page by its number', path: ({ keys }) => `${KEYS}&page=${String(keys / 50)}` },
  { what: 'keys by whole e-mail', path: ({ orders }, n) => `${KEYS}&q=${emailOf(n, orders)}` },
  { what: 'keys by the start every e-mail has', path: () => `${KEYS}&q=buyer` },
  { what: 'a whole key', path: (_, n) => `${KEYS}&q=${sealedKey(n % SEALED_KEYS)}` },
  {
    what: 'keys by their last group',
    path: (_, n) => `${KEYS}&q=${sealedKey(n % SEALED_KEYS).slice(-6)}`,
  },
  { what: 'stock counts', path: () => '/functions/manage-game-keys?action=stats' },
  { what: 'export of keys, first byte', path: () => '/functions/export-keys', isExport: true },
]

/** The calls about orders. */
export const ORDER_CALLS: readonly AdminCall[] = [
  { what: 'overview', path: () => '/functions/overview' },
  { what: 'orders, first page', path: () => '/functions/orders' },
  { what: 'orders in review', path: () => '/functions/orders?status=review' },
  { what: 'orders with a rare flag', path: () => '/functions/orders?flag=nodes_disagree' },
  { what: 'orders with a flag that none has', path: () => '/functions/orders?flag=reorged' },
  { what: 'orders overpaid and confirmed', path: () => '/functions/orders?flag=overpaid&status=confirmed' },
  {
    what: 'orders of a language and network without any',
    path: () => '/functions/orders?language=he&network=trc20&status=expired',
  },
  { what: 'orders by whole e-mail', path: ({ orders }, n) => `/functions/orders?q=${emailOf(n, orders)}` },
  { what: 'orders by the start every e-mail has', path: () => '/functions/orders?q=buyer' },
  { what: 'orders by the start of an invoice id', path: (_, n) => `/functions/orders?q=${hex(n, 8)}` },
  {
    what: 'orders by transaction hash',
    path: ({ orders }, n) => `/functions/orders?q=${hex(spread(n, orders), 64)}`,
  },
  {
    what: 'orders by payment address',
    path: ({ orders }, n) => `/functions/orders?q=0x${spread(n, orders).toString(16).padStart(40, '0')}`,
  },
  {
    what: 'orders by a key',
    path: (_, n) => `/functions/orders?q=${sealedKey(n % SEALED_KEYS)}`,
  },
  {
    what: 'orders of 90 days, oldest first',
    path: () => `/functions/orders?${LATE_DAYS}&sort=oldest`,
  },
  { what: 'orders by price', path: () => '/functions/orders?sort=price_desc' },
  {
    what: 'orders by price, from the middle of the prices',
    path: (_, n) =>
      `/functions/orders?sort=price_desc&before=12798.1763596800000000.${hex(n, 8)}-0000-4000-8000-000000000000`,
  },
  {
    what: 'orders a year back',
    path: (_, n) => `/functions/orders?before=1763596800000000.${hex(n, 8)}-0000-4000-8000-000000000000`,
  },
  { what: 'orders in review by price', path: () => '/functions/orders?sort=price_desc&status=review' },
  {
    what: 'orders of a rare flag by price',
    path: () => '/functions/orders?sort=price_asc&flag=nodes_disagree',
  },
  { what: 'orders by time of payment', path: () => '/functions/orders?sort=paid_desc' },
  { what: 'orders by status', path: () => '/functions/orders?sort=status_desc' },
  {
    what: 'statistics of all years',
    path: () => '/functions/statistics?from=2020-01-01&to=2026-12-31',
  },
  { what: 'statistics of a month', path: () => '/functions/statistics?from=2026-10-01&to=2026-10-31' },
  { what: 'export of orders, first byte', path: () => '/functions/export-orders', isExport: true },
]

function emailOf(n: number, orders: number): string {
  return `buyer${String(spread(n, orders))}@example.com`
}

function hex(n: number, digits: number): string {
  return (n + 1).toString(16).padStart(digits, '0')
}
