import type * as z from 'zod'
import type { WebhookDeliveriesReply, WebhookDeliveryRow } from '#shared/webhooks-api.ts'
import { fill, formatCount } from '#texts/format.ts'
import { ActionButton } from '#web/admin/action-button.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ReadState } from '#web/admin/read-state.tsx'
import { Button } from '#web/admin/button.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { callAdmin } from '#web/admin/call-admin.ts'
import { Modal } from '#web/admin/modal.tsx'
import { useRead } from '#web/admin/use-read.ts'
import { useTell } from '#web/admin/use-tell.ts'

const POLL_EVERY_MS = 2_000
const BADGES = { waiting: 'badge-held', delivered: 'badge-available', 'given-up': 'badge-retired' } as const

interface DeliveryModalProps {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

/** The newest messages to an endpoint, each with a button that sends it again. */
export function DeliveryModal({ id, name, onClose }: DeliveryModalProps) {
  const { texts } = useAdmin()
  const words = texts.integrations
  const path = `/functions/webhooks/${id}/deliveries`
  const deliveries = useRead<z.infer<typeof WebhookDeliveriesReply>>(['webhooks', id], path, {
    refetchInterval: POLL_EVERY_MS,
  })
  const rows = deliveries.data?.deliveries
  return (
    <Modal
      title={fill(words.webhooks.deliveriesOf, { name: `\u2068${name}\u2069` })}
      onClose={onClose}
      isWide
    >
      <ReadState query={deliveries} failed={words.loadFailed} />
      {rows?.length === 0 ? <p>{words.webhooks.noDeliveries}</p> : null}
      {rows === undefined || rows.length === 0 ? null : (
        <DeliveryTable rows={rows} name={name} onSent={() => deliveries.refetch()} />
      )}
      <div className="modal-actions">
        <Button look="main" onClick={onClose}>
          {texts.shell.close}
        </Button>
      </div>
    </Modal>
  )
}

interface DeliveryTableProps {
  readonly rows: readonly WebhookDeliveryRow[]
  readonly name: string
  readonly onSent: () => Promise<unknown>
}

function DeliveryTable({ rows, name, onSent }: DeliveryTableProps) {
  const { texts, language } = useAdmin()
  const tell = useTell()
  const words = texts.integrations
  const { webhooks } = words
  const sendAgain = async (id: string) => {
    const outcome = await callAdmin('POST', `/functions/webhook-deliveries/${id}/redeliver`, {})
    tell(outcome, words.changeFailed, words.done)
    await onSent()
  }
  const columns: readonly Column<WebhookDeliveryRow>[] = [
    { label: webhooks.event, as: 'title', cell: ({ event }) => <InlineCode>{event}</InlineCode> },
    { label: webhooks.at, cell: ({ happenedAt }) => <DateTime at={happenedAt} /> },
    {
      label: words.state,
      cell: ({ state }) => <span className={`badge ${BADGES[state]}`}>{webhooks.states[state]}</span>,
    },
    { label: webhooks.attempts, as: 'number', cell: ({ attempts }) => formatCount(language, attempts) },
    {
      label: webhooks.answer,
      cell: ({ lastAnswer }) =>
        lastAnswer === null ? texts.shell.none : <InlineCode>{lastAnswer}</InlineCode>,
    },
    {
      label: words.actions,
      as: 'bare',
      cell: ({ id, event }) => (
        <ActionButton label={webhooks.again} name={`${event}, ${name}`} onAct={() => sendAgain(id)} />
      ),
    },
  ]
  return <DataTable caption={webhooks.deliveries} columns={columns} rows={rows} keyOf={({ id }) => id} />
}
