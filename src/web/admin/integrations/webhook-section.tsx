import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import type { ChangeWebhook } from './change-webhook.ts'
import { readWebhooks, sendWebhookChange } from './integration-calls.ts'
import { SecretModal } from './secret-modal.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookTable } from './webhook-table.tsx'

/** Lists webhooks, and adds and changes them. */
export function WebhookSection() {
  const { texts } = useAdmin()
  const words = texts.integrations
  const queries = useQueryClient()
  const showToast = useToast()
  const [secret, setSecret] = useState<string | null>(null)
  const webhooks = useQuery({ queryKey: ['webhooks'], queryFn: ({ signal }) => readWebhooks(signal) })
  const change: ChangeWebhook = async (request) => {
    const outcome = await sendWebhookChange(request)
    void queries.invalidateQueries({ queryKey: ['webhooks'] })
    if (outcome.kind === 'failed') {
      showToast('bad', describeFailure(texts, outcome, words.changeFailed))
      return false
    }
    if (outcome.reply.secret === null) showToast('good', words.done)
    else setSecret(outcome.reply.secret)
    return true
  }
  return (
    <section className="card stack" aria-labelledby="webhooks-title">
      <h3 id="webhooks-title">{words.webhooks.title}</h3>
      <p className="lead">{words.webhooks.lead}</p>
      {webhooks.isPending ? <Skeleton /> : null}
      {webhooks.isError ? (
        <FailedNote text={words.loadFailed} error={webhooks.error} onRetry={() => webhooks.refetch()} />
      ) : null}
      {webhooks.data === undefined ? null : (
        <WebhookTable webhooks={webhooks.data.webhooks} onChange={change} />
      )}
      <WebhookForm onChange={change} />
      {secret === null ? null : (
        <SecretModal
          secret={secret}
          onClose={() => {
            setSecret(null)
          }}
        />
      )}
    </section>
  )
}
