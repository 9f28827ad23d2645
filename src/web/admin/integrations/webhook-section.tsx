import type * as z from 'zod'
import type { WebhookActionReply, WebhookRequest, WebhooksReply } from '#shared/webhooks-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { useRead } from '#web/admin/use-read.ts'
import { useSecretChange } from '#web/admin/use-secret-change.tsx'
import type { ChangeWebhook } from './change-webhook.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookTable } from './webhook-table.tsx'

const PATH = '/functions/webhooks'

/** Lists webhooks, and adds and changes them. */
export function WebhookSection() {
  const words = useAdmin().texts.integrations
  const webhooks = useRead<z.infer<typeof WebhooksReply>>(['webhooks'], PATH)
  const [change, dialog] = useSecretChange<WebhookRequest, z.infer<typeof WebhookActionReply>>({
    path: PATH,
    reloads: ['webhooks'],
    words: { title: words.secretTitle, failed: words.changeFailed, done: words.done },
    secretOf: ({ secret }) => secret,
  })
  const send: ChangeWebhook = (request, back) => change(request, words.secretLead, back)
  return (
    <Card id="webhooks-title" title={words.webhooks.title} lead={words.webhooks.lead}>
      <ReadState query={webhooks} failed={words.loadFailed} />
      {webhooks.data === undefined ? null : (
        <WebhookTable webhooks={webhooks.data.webhooks} onChange={send} />
      )}
      <WebhookForm onChange={send} />
      {dialog}
    </Card>
  )
}
