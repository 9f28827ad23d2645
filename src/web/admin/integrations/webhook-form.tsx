import { useState, type SubmitEvent } from 'react'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/webhooks-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ChoiceList } from './choice-list.tsx'
import type { ChangeWebhook } from './change-webhook.ts'

/** Adds an endpoint; the server returns its secret. */
export function WebhookForm({ onChange }: { readonly onChange: ChangeWebhook }) {
  const words = useAdmin().texts.integrations
  const [url, setUrl] = useState('')
  const [label, setLabel] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>([...WEBHOOK_EVENTS])
  const [hasEmail, setHasEmail] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    setIsBusy(true)
    const isDone = await onChange({ action: 'create', url: url.trim(), label, events, hasEmail })
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
        <label className="field field-wide">
          <span>{words.webhooks.url}</span>
          <input
            type="url"
            dir="ltr"
            placeholder="https://"
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
