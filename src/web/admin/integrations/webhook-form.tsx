import { useState, type SubmitEvent } from 'react'
import {
  ALERT_EVENTS,
  isChatFormat,
  WEBHOOK_EVENTS,
  WEBHOOK_FORMATS,
  type WebhookEvent,
  type WebhookFormat,
} from '#shared/webhooks-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
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
  const words = useAdmin().texts.integrations
  const [url, setUrl] = useState('')
  const [format, setFormat] = useState<WebhookFormat>('keyhold')
  const [label, setLabel] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>([...WEBHOOK_EVENTS])
  const [hasEmail, setHasEmail] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    setIsBusy(true)
    const isDone = await onChange({ action: 'create', url: url.trim(), format, label, events, hasEmail })
    setIsBusy(false)
    if (!isDone) return
    setUrl('')
    setLabel('')
  }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        void add(event)
      }}
    >
      <div className="filters">
        <label className="field">
          <span>{words.webhooks.format}</span>
          <select
            value={format}
            onChange={({ target }) => {
              const next = WEBHOOK_FORMATS.find((one) => one === target.value) ?? 'keyhold'
              setFormat(next)
              setEvents([...(isChatFormat(next) ? ALERT_EVENTS : WEBHOOK_EVENTS)])
            }}
          >
            {WEBHOOK_FORMATS.map((one) => (
              <option key={one} value={one}>
                {FORMAT_NAMES[one] ?? words.webhooks.signedJson}
              </option>
            ))}
          </select>
        </label>
        <label className="field field-wide">
          <span>{words.webhooks.url}</span>
          <input
            type="url"
            dir="ltr"
            placeholder={PLACEHOLDERS[format]}
            maxLength={1000}
            value={url}
            autoComplete="off"
            onChange={({ target }) => {
              setUrl(target.value)
            }}
          />
        </label>
        <label className="field">
          <span>{words.name}</span>
          <input
            type="text"
            maxLength={100}
            value={label}
            autoComplete="off"
            onChange={({ target }) => {
              setLabel(target.value)
            }}
          />
        </label>
      </div>
      <ChoiceList
        legend={words.webhooks.events}
        options={WEBHOOK_EVENTS}
        chosen={events}
        onChange={setEvents}
      />
      {isChatFormat(format) ? (
        <p className="lead">{words.webhooks.chatLead}</p>
      ) : (
        <label className="choice">
          <input
            type="checkbox"
            checked={hasEmail}
            onChange={({ target }) => {
              setHasEmail(target.checked)
            }}
          />
          {words.webhooks.hasEmail}
        </label>
      )}
      <div className="row">
        <button
          type="submit"
          className="act act-main"
          aria-busy={isBusy}
          disabled={isBusy || url.trim() === '' || events.length === 0}
        >
          {words.webhooks.add}
        </button>
      </div>
    </form>
  )
}
