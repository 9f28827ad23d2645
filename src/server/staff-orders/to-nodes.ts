import type * as z from 'zod'
import type { NodeAnswer } from '#shared/orders-api.ts'

/** What nodes said, as stored with a transfer or a refund's transaction; a part of it that cannot be read is left out. */
export function toNodes(stored: unknown): z.infer<typeof NodeAnswer>[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return []
    const { endpoint, says, blockHash } = one as Readonly<Record<string, unknown>>
    if (typeof endpoint !== 'string' || typeof says !== 'string') return []
    return { node: endpoint, says, blockHash: typeof blockHash === 'string' ? blockHash : null }
  })
}
