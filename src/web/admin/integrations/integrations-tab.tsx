import { useAdmin } from '#web/admin/admin-context.ts'
import { CardsTab, Card } from '#web/admin/card.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { TokenSection } from './token-section.tsx'
import type * as z from 'zod'
import type { WebhookActionReply, WebhookRequest, WebhooksReply } from '#shared/webhooks-api.ts'
import { ReadState } from '#web/admin/read-state.tsx'
import { useRead } from '#web/admin/use-read.ts'
import { useSecretChange } from '#web/admin/use-secret-change.tsx'
import type { ChangeWebhook } from './change-webhook.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookTable } from './webhook-table.tsx'

/** What a studio's own systems are told, and what they may read. */
export function IntegrationsTab() {
  const words = useAdmin().texts.integrations
  const may = useMay()
  return (
    <CardsTab id="integrations-title" title={words.title} lead={words.lead}>
      <WebhookSection />
      {may('tokens.manage') ? <TokenSection /> : null}
    </CardsTab>
  )
}

const PATH = '/functions/webhooks'

/** Lists webhooks, and adds and changes them. */
function WebhookSection() {
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
