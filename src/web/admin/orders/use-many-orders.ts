import type { ManyOrdersReply } from '#shared/many-orders-api.ts'
import { INVOICE_FILE_ID_CHARS } from '#shared/constants.ts'
import { plural } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { callAdmin } from '#web/admin/call-admin.ts'
import type { NotDone } from '#web/admin/many/batch.ts'
import { useBatch } from '#web/admin/many/use-batch.ts'
import { useReload } from '#web/admin/use-reload.ts'

type ManyOrders = { readonly action: 'resend' } | { readonly action: 'refund'; readonly reason: string }

/** What came of an action on many orders. `at`: when, by which a repeated one is told from the last. */
export interface ManyOrdersResult {
  readonly at: number
  readonly summary: string
  readonly notDone: readonly NotDone[]
}

const PER_CALL = 25
const TIMEOUT_MS = 60_000

/** How far an action on many orders is, and a function that runs one and reloads what it changed. */
export function useManyOrders(
  onDone: (result: ManyOrdersResult) => void,
): readonly [progress: string | null, send: (action: ManyOrders, ids: readonly string[]) => Promise<void>] {
  const { texts, language } = useAdmin()
  const { many, errors } = texts
  const reload = useReload()
  const [progress, run] = useBatch()
  const words: Readonly<Record<string, string>> = { ...errors, RATE_LIMITED: many.recentlySent }
  const send = async (action: ManyOrders, ids: readonly string[]) => {
    const { done, notDone } = await run({
      ids,
      perCall: PER_CALL,
      nameOf: (id) => id.slice(0, INVOICE_FILE_ID_CHARS),
      send: async (orderIds) => {
        const body = { ...action, orderIds }
        const outcome = await callAdmin<ManyOrdersReply>('POST', '/functions/many-orders', body, {
          timeoutMs: TIMEOUT_MS,
        })
        if (outcome.kind === 'failed') return null
        const refused = outcome.reply.refused.map(({ orderId: id, code }) => ({
          id,
          reason: words[code] ?? errors.unknown,
        }))
        return { done: outcome.reply.done, refused }
      },
    })
    const counted = action.action === 'resend' ? many.resent : many.refunded
    onDone({ at: Date.now(), summary: plural(language, counted, done.length), notDone })
    await reload('orders', 'order', 'refunds', 'keys', 'overview')
  }
  return [progress, send]
}
