import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FirstDayList, FirstDayRequest, FirstDayStep, FirstDayStepId } from '#shared/first-day-api.ts'
import { fill, formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash } from '#web/admin/admin-location.ts'
import { ConfirmModal } from '#web/admin/confirm-modal.tsx'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { firstDayQuery, sendFirstDay } from './first-day-calls.ts'
import { FirstDayFacts } from './first-day-facts.tsx'
import { MailPreviewsModal } from './mail-previews-modal.tsx'

const POLL_EVERY_MS = 60_000

/** The list that a new shop begins with; nothing once it is done or closed. */
export function FirstDay() {
  const { texts, language } = useAdmin()
  const words = texts.firstDay
  const may = useMay()
  const change = useFirstDayChange()
  const [open, setOpen] = useState<'mails' | 'close' | null>(null)
  const { data, error, isError, refetch } = useQuery({ ...firstDayQuery, refetchInterval: POLL_EVERY_MS })
  if (isError) return <FailedNote text={words.loadFailed} error={error} onRetry={() => refetch()} />
  const list = data?.list ?? null
  if (list === null) return null
  const left = list.steps.filter(({ state }) => state !== 'done').length
  const count = (value: number) => formatCount(language, value)
  return (
    <section className="card stack" aria-labelledby="first-day">
      <h2 id="first-day">{words.title}</h2>
      <p className="lead">
        {fill(words.lead, { done: count(list.steps.length - left), all: count(list.steps.length) })}
      </p>
      <ol className="first-day">
        {list.steps.map((step) => (
          <Step
            key={step.id}
            step={step}
            list={list}
            onReadMails={() => {
              setOpen('mails')
            }}
          />
        ))}
      </ol>
      {may('first-day.close') ? (
        <div className="row">
          <button
            type="button"
            className="act"
            onClick={() => {
              setOpen('close')
            }}
          >
            {words.close}
          </button>
        </div>
      ) : null}
      {open === 'mails' ? (
        <MailPreviewsModal
          onClose={() => {
            setOpen(null)
          }}
          onRead={() => change('mails-read')}
        />
      ) : null}
      {open === 'close' ? (
        <ConfirmModal
          title={words.closeTitle}
          question={fill(words.closeText, { count: count(left) })}
          action={words.close}
          isDangerous={false}
          onConfirm={() => change('close')}
          onClose={() => {
            setOpen(null)
          }}
        />
      ) : null}
    </section>
  )
}

function useFirstDayChange(): (action: FirstDayRequest['action']) => Promise<void> {
  const { texts } = useAdmin()
  const queries = useQueryClient()
  const showToast = useToast()
  return async (action) => {
    const outcome = await sendFirstDay(action)
    if (outcome.kind !== 'ok') showToast('bad', describeFailure(texts, outcome, texts.firstDay.failed))
    else if (action === 'close') showToast('good', texts.firstDay.closed)
    await queries.invalidateQueries({ queryKey: firstDayQuery.queryKey })
  }
}

/** Where each step is taken; null for the one that has a button. */
const PLACES: Readonly<Record<FirstDayStepId, string | null>> = {
  nodes: locationHash({ tab: 'settings' }),
  keys: locationHash({ tab: 'keys' }),
  'second-factor': locationHash({ tab: 'people' }),
  backup: locationHash({ tab: 'settings' }),
  mails: null,
  'test-order': '/#pre-order',
  'real-order': locationHash({ tab: 'orders' }),
}

const BADGES: Readonly<Record<FirstDayStep['state'], string>> = {
  done: 'badge badge-available',
  open: 'badge badge-retired',
  blocked: 'badge',
}

interface StepProps {
  readonly step: FirstDayStep
  readonly list: FirstDayList
  readonly onReadMails: () => void
}

function Step({ step: { id, state, after }, list, onReadMails }: StepProps) {
  const words = useAdmin().texts.firstDay
  const { title, text } = words.steps[id]
  const place = PLACES[id]
  return (
    <li>
      <div className="row">
        <strong>{place === null ? title : <a href={place}>{title}</a>}</strong>
        <span className={BADGES[state]}>{words.states[state]}</span>
      </div>
      <p className="lead">{text}</p>
      {after === null ? null : (
        <p className="lead">{fill(words.after, { step: words.steps[after].title })}</p>
      )}
      {state === 'done' ? null : <FirstDayFacts id={id} list={list} />}
      {id === 'mails' ? (
        <button type="button" className="act" onClick={onReadMails}>
          {words.read}
        </button>
      ) : null}
    </li>
  )
}
