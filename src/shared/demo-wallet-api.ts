import * as z from 'zod'
import { lineField } from './api-fields.ts'
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
/** A value that the schema of the same name accepts. */
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
