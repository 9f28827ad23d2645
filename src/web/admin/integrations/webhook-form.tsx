import { useState } from 'react'
import {
  ALERT_EVENTS,
  isChatFormat,
  WEBHOOK_EVENTS,
  WEBHOOK_FORMATS,
  type WebhookEvent,
  type WebhookFormat,
} from '#shared/webhooks-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Form, SubmitButton } from '#web/admin/form.tsx'
import { CheckField, SelectField } from '#web/admin/select-field.tsx'
import { TextField } from '#web/admin/text-field.tsx'
import { ChoiceList } from './choice-list.tsx'
import type { ChangeWebhook } from './change-webhook.ts'

/** Names of services, the same in every language; null: it has a word. */
const FORMAT_NAMES: Readonly<Record<WebhookFormat, string | null>> = {
  keyhold: null,
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  ntfy: 'ntfy',
}
/** What the address of each format looks like. */
const PLACEHOLDERS: Readonly<Record<WebhookFormat, string>> = {
  keyhold: 'https://',
  slack: 'https://hooks.slack.com/services/…',
  discord: 'https://discord.com/api/webhooks/…',
  telegram: 'https://api.telegram.org/bot…/sendMessage?chat_id=…',
  ntfy: 'https://ntfy.sh/…',
}

/** Adds an endpoint; the server returns its secret, if it signs. */
export function WebhookForm({ onChange }: { readonly onChange: ChangeWebhook }) {
  const { webhooks, name } = useAdmin().texts.integrations
  const [url, setUrl] = useState('')
  const [format, setFormat] = useState<WebhookFormat>('keyhold')
  const [label, setLabel] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>([...WEBHOOK_EVENTS])
  const [hasEmail, setHasEmail] = useState(false)
  const add = async () => {
    if (!(await onChange({ action: 'create', url: url.trim(), format, label, events, hasEmail }))) return
    setUrl('')
    setLabel('')
  }
  return (
    <Form className="stack" onSend={add}>
      <div className="row row-fields">
        <SelectField
          label={webhooks.format}
          value={format}
          options={WEBHOOK_FORMATS}
          nameOf={(one) => FORMAT_NAMES[one] ?? webhooks.signedJson}
          onChoose={(next) => {
            setFormat(next)
            setEvents([...(isChatFormat(next) ? ALERT_EVENTS : WEBHOOK_EVENTS)])
          }}
        />
        <TextField
          label={webhooks.url}
          isWide
          type="url"
          dir="ltr"
          placeholder={PLACEHOLDERS[format]}
          maxLength={1000}
          value={url}
          onType={setUrl}
        />
        <TextField label={name} maxLength={100} value={label} onType={setLabel} />
      </div>
      <ChoiceList legend={webhooks.events} options={WEBHOOK_EVENTS} chosen={events} onChange={setEvents} />
      {isChatFormat(format) ? (
        <p className="lead">{webhooks.chatLead}</p>
      ) : (
        <CheckField isChecked={hasEmail} onCheck={setHasEmail}>
          {webhooks.hasEmail}
        </CheckField>
      )}
      <div className="row">
        <SubmitButton disabled={url.trim() === '' || events.length === 0}>{webhooks.add}</SubmitButton>
      </div>
    </Form>
  )
}
