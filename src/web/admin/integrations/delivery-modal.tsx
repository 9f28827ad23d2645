import { useQuery } from '@tanstack/react-query'
import type { WebhookDeliveryRow } from '#shared/webhooks-api.ts'
import { fill, formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { Modal } from '#web/admin/modal.tsx'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import { ActionButton } from './action-button.tsx'
import { readDeliveries, sendRedelivery } from './integration-calls.ts'

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
  const deliveries = useQuery({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => readDeliveries(id, signal),
    refetchInterval: POLL_EVERY_MS,
  })
  const rows = deliveries.data?.deliveries
  return (
    <Modal
      title={fill(words.webhooks.deliveriesOf, { name: `\u2068${name}\u2069` })}
      onClose={onClose}
      isWide
    >
      {deliveries.isPending ? <Skeleton /> : null}
      {deliveries.isError ? (
        <FailedNote text={words.loadFailed} error={deliveries.error} onRetry={() => deliveries.refetch()} />
      ) : null}
      {rows?.length === 0 ? <p>{words.webhooks.noDeliveries}</p> : null}
      {rows === undefined || rows.length === 0 ? null : (
        <DeliveryTable rows={rows} name={name} onSent={() => deliveries.refetch()} />
      )}
      <div className="modal-actions">
        <button type="button" className="act act-main" onClick={onClose}>
          {texts.shell.close}
        </button>
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
  const showToast = useToast()
  const words = texts.integrations
  const { webhooks } = words
  const sendAgain = async (id: string) => {
    const outcome = await sendRedelivery(id)
    if (outcome.kind === 'ok') showToast('good', words.done)
    else showToast('bad', describeFailure(texts, outcome, words.changeFailed))
    await onSent()
  }
  const columns: readonly Column<WebhookDeliveryRow>[] = [
    {
      id: 'event',
      label: webhooks.event,
      isHeader: true,
      isBare: true,
      cell: ({ event }) => <InlineCode>{event}</InlineCode>,
    },
    { id: 'at', label: webhooks.at, cell: ({ happenedAt }) => <DateTime at={happenedAt} /> },
    {
      id: 'state',
      label: words.state,
      cell: ({ state }) => <span className={`badge ${BADGES[state]}`}>{webhooks.states[state]}</span>,
    },
    {
      id: 'attempts',
      label: webhooks.attempts,
      isNumber: true,
      cell: ({ attempts }) => formatCount(language, attempts),
    },
    {
      id: 'answer',
      label: webhooks.answer,
      cell: ({ lastAnswer }) =>
        lastAnswer === null ? texts.shell.none : <InlineCode>{lastAnswer}</InlineCode>,
    },
    {
      id: 'again',
      label: words.actions,
      isBare: true,
      cell: ({ id, event }) => (
        <ActionButton label={webhooks.again} name={`${event}, ${name}`} onAct={() => sendAgain(id)} />
      ),
    },
  ]
  return <DataTable caption={webhooks.deliveries} columns={columns} rows={rows} keyOf={({ id }) => id} />
}
