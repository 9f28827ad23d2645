import { EXTRA_NETWORKS } from '#shared/rails.ts'

// Files of tests that use the same object here, rather than an equal one of their own, share a shop.

/** Every rail that can be sold on. */
export const EVERY_RAIL = { KEYHOLD_EXTRA_RAILS: EXTRA_NETWORKS.join(',') }

/** The window to pay ends during a test. */
export const SHORT_WINDOW = { KEYHOLD_PAYMENT_WINDOW_S: '12' }

/** The example game, whose standard edition sells only what it has. */
export const LIMITED_STOCK = { KEYHOLD_GAME: 'test/example-game' }
