import { useState } from 'react'
import { isChatFormat, type WebhookRow } from '#shared/webhooks-api.ts'
import { formatCount } from '#texts/format.ts'
import { ActionButton } from '#web/admin/action-button.tsx'
import { EmptyState } from '#web/admin/empty-state.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { CodeList } from './code-list.tsx'
import { DeliveryModal } from './delivery-modal.tsx'
import type { ChangeWebhook } from './change-webhook.ts'

interface WebhookTableProps {
  readonly webhooks: readonly WebhookRow[]
  readonly onChange: ChangeWebhook
}

/** The name of an endpoint: what it was called, or where it leads. */
function nameOf({ label, url }: WebhookRow): string {
  return label === '' ? (url ?? 'KEYHOLD_WEBHOOK_URL') : label
}

export function WebhookTable({ webhooks, onChange }: WebhookTableProps) {
  const { texts, language } = useAdmin()
  const words = texts.integrations
  if (webhooks.length === 0) return <EmptyState isLine text={words.webhooks.none} />
  const columns: readonly Column<WebhookRow>[] = [
    {
      label: words.name,
      as: 'title',
      cell: (webhook) => (
        <>
          {webhook.label === '' ? null : <strong>{webhook.label} </strong>}
          <CodeList names={[webhook.format, webhook.url ?? 'KEYHOLD_WEBHOOK_URL']} />
        </>
      ),
    },
    { label: words.webhooks.events, cell: ({ events }) => <CodeList names={events} /> },
    { label: words.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
    { label: words.webhooks.waiting, as: 'number', cell: ({ waiting }) => formatCount(language, waiting) },
    { label: words.webhooks.last, cell: ({ lastDeliveredAt }) => <DateTime at={lastDeliveredAt} /> },
    {
      label: words.actions,
      as: 'bare',
      cell: (webhook) => <WebhookActions webhook={webhook} onChange={onChange} />,
    },
  ]
  return <DataTable caption={words.webhooks.list} columns={columns} rows={webhooks} keyOf={({ id }) => id} />
}

function WebhookState({ webhook: { isPaused, failures } }: { readonly webhook: WebhookRow }) {
  const words = useAdmin().texts.integrations.webhooks
  if (isPaused) return <span className="badge badge-held">{words.paused}</span>
  return failures > 0 ? (
    <span className="badge badge-retired">{words.failing}</span>
  ) : (
    <span className="badge badge-available">{words.active}</span>
  )
}

interface WebhookActionsProps {
  readonly webhook: WebhookRow
  readonly onChange: ChangeWebhook
}

function WebhookActions({ webhook, onChange }: WebhookActionsProps) {
  const words = useAdmin().texts.integrations.webhooks
  const [isShowing, setIsShowing] = useState(false)
  const { id, url, format, isPaused } = webhook
  const name = nameOf(webhook)
  const act = (action: 'pause' | 'resume' | 'rotate' | 'delete') => () => onChange({ action, id })
  // whether it arrives is seen in the messages
  const test = async () => {
    if (await onChange({ action: 'test', id })) setIsShowing(true)
  }
  return (
    <div className="row">
      <ActionButton label={words.deliveries} name={name} onAct={() => setIsShowing(true)} />
      <ActionButton label={words.test} name={name} onAct={test} />
      <ActionButton
        label={isPaused ? words.resume : words.pause}
        name={name}
        onAct={isPaused ? act('resume') : () => onChange({ action: 'pause', id }, { action: 'resume', id })}
      />
      {url === null ? null : (
        <>
          {isChatFormat(format) ? null : (
            <ActionButton
              label={words.rotate}
              name={name}
              question={words.rotateQuestion}
              onAct={act('rotate')}
            />
          )}
          <ActionButton
            label={words.remove}
            name={name}
            question={words.removeQuestion}
            isDangerous
            onAct={act('delete')}
          />
        </>
      )}
      {isShowing ? <DeliveryModal id={id} name={name} onClose={() => setIsShowing(false)} /> : null}
    </div>
  )
}
