import * as z from 'zod'
import { IsoTimestamp, lineField } from './api-fields.ts'
import { CHAINS } from './chains.ts'
import { NETWORKS } from './rails.ts'

// The calls of the demo's wallet, which moves simulated chains only.

/** The demo's wallet: pays an order on a simulated chain, correctly or with a mistake. */
export const WalletPayRequest = z.strictObject({
  paymentId: z.uuid(),
  /** A decimal amount of the sent coin; by default what is still due. */
  amount: lineField(1, 61).optional(),
  /** Sends on this network instead of the order's; it must use the same address. */
  network: z.enum(NETWORKS).optional(),
  /**
   * `'USDT'`, the chain's own coin by its name or as `'native'`, or that coin sent by a `'contract'`; any other name is a
   * fake token's. By default what the network's rail takes.
   */
  token: lineField(1, 20).optional(),
  /** Sends five seconds after the payment window. */
  late: z.boolean().optional(),
})
export type WalletPayRequest = z.infer<typeof WalletPayRequest>
/** Pays a refund's address; the owed amount by default. */
export const WalletRefundRequest = z.strictObject({ refundId: z.uuid(), amount: lineField(1, 61).optional() })
/** The transaction that was sent to the simulated chain, by its hash. */
export const WalletPayReply = z.object({ txHash: z.string() })
/** Adds blocks to the simulated chain of a network. */
export const WalletMineRequest = z.strictObject({
  network: z.enum(NETWORKS),
  blocks: z.int().min(1).max(1000),
})
/** Replaces the newest blocks by one more; their transactions are lost unless `keep` is set. */
export const WalletReorgRequest = z.strictObject({
  network: z.enum(NETWORKS),
  depth: z.int().min(1).max(100),
  keep: z.boolean().default(false),
})
/** The height of the chain's newest block after the change. */
export const WalletChainReply = z.object({ height: z.int() })

/** What the only node of a simulated chain may do wrong, or its miners. */
export const DEMO_FAULTS = ['silent', 'errors', 'lags', 'hides_logs', 'no_blocks'] as const
export type DemoFault = (typeof DEMO_FAULTS)[number]
/** How many blocks a lagging node is behind. */
export const DEMO_LAG_BLOCKS = 10
/** To when the demo's clock can be moved: the end of a payment window, a day on, the release, 14 days on. */
export const DEMO_MOMENTS = ['window', 'day', 'release', 'fortnight'] as const
export type DemoMoment = (typeof DEMO_MOMENTS)[number]
/** Makes the node of a network's chain fail; null repairs it. `hides_logs` ends by itself with the next transfer. */
export const DemoFaultRequest = z.strictObject({
  network: z.enum(NETWORKS),
  fault: z.enum(DEMO_FAULTS).nullable(),
})
/** Moves the demo's clock forward. */
export const DemoClockRequest = z.strictObject({ to: z.enum(DEMO_MOMENTS) })
/** Stops the mail server, or starts it again. */
export const DemoMailRequest = z.strictObject({ isStopped: z.boolean() })
/** Ends all faults and lifts all freezes. */
export const DemoRecoverRequest = z.strictObject({}).nullish()
/** Removes an order's unconfirmed payment: replaced by one to somebody else, or dropped by the nodes. */
export const DemoUnconfirmedRequest = z.strictObject({
  paymentId: z.uuid(),
  as: z.enum(['replaced', 'dropped']),
})
/** Has the issuer of an order's token freeze its payment address or its refund address. */
export const DemoFreezeRequest = z.strictObject({ paymentId: z.uuid(), which: z.enum(['payment', 'refund']) })
/** The demo's time, its faults, and whether mails leave. */
export const DemoStateReply = z.object({
  now: IsoTimestamp,
  releaseAt: IsoTimestamp,
  faults: z.array(z.object({ chain: z.enum(CHAINS), fault: z.enum(DEMO_FAULTS) })),
  isMailStopped: z.boolean(),
})
export type DemoStateReply = z.infer<typeof DemoStateReply>
