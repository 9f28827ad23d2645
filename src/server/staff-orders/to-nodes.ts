import type * as z from 'zod'
import type { NodeAnswer } from '#shared/orders-api.ts'

/** Reads the stored answers of nodes about a transfer or a refund's transaction. Unreadable answers are left out. */
export function toNodes(stored: unknown): z.infer<typeof NodeAnswer>[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return []
    const { endpoint, says, blockHash } = one as Readonly<Record<string, unknown>>
    if (typeof endpoint !== 'string' || typeof says !== 'string') return []
    return { node: endpoint, says, blockHash: typeof blockHash === 'string' ? blockHash : null }
  })
}
