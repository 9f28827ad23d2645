import type {
  FirstDayList,
  FirstDayReply,
  FirstDayRequest,
  FirstDayStep,
  FirstDayStepId,
} from '#shared/first-day-api.ts'
import { fill, formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash } from '#web/admin/admin-location.ts'
import { DialogButton } from '#web/admin/button.tsx'
import { callAdmin } from '#web/admin/call-admin.ts'
import { Card } from '#web/admin/card.tsx'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useRead } from '#web/admin/use-read.ts'
import { useReload } from '#web/admin/use-reload.ts'
import { useTell } from '#web/admin/use-tell.ts'
import { FirstDayFacts } from './first-day-facts.tsx'
import { MailPreviewsModal } from './mail-previews-modal.tsx'

const PATH = '/functions/first-day'
const POLL_EVERY_MS = 60_000

/** The list that a new shop begins with; nothing once it is done or closed. */
export function FirstDay() {
  const { texts, language } = useAdmin()
  const words = texts.firstDay
  const may = useMay()
  const change = useFirstDayChange()
  const read = useRead<FirstDayReply>(['first-day'], PATH, { refetchInterval: POLL_EVERY_MS })
  if (read.isError) return <FailedNote text={words.loadFailed} query={read} />
  const list = read.data?.list ?? null
  if (list === null) return null
  const left = list.steps.filter(({ state }) => state !== 'done').length
  const count = (value: number) => formatCount(language, value)
  return (
    <Card
      id="first-day"
      title={words.title}
      lead={fill(words.lead, { done: count(list.steps.length - left), all: count(list.steps.length) })}
      level={2}
    >
      <ol className="first-day">
        {list.steps.map((step) => (
          <Step key={step.id} step={step} list={list} onReadMails={() => change('mails-read')} />
        ))}
      </ol>
      {may('first-day.close') ? (
        <div className="row">
          <ConfirmButton
            confirm={{
              title: words.closeTitle,
              question: fill(words.closeText, { count: count(left) }),
              action: words.close,
              isDangerous: false,
              onConfirm: () => change('close'),
            }}
          >
            {words.close}
          </ConfirmButton>
        </div>
      ) : null}
    </Card>
  )
}

function useFirstDayChange(): (action: FirstDayRequest['action']) => Promise<void> {
  const words = useAdmin().texts.firstDay
  const reload = useReload()
  const tell = useTell()
  return async (action) => {
    const outcome = await callAdmin('POST', PATH, { action } satisfies FirstDayRequest)
    tell(outcome, words.failed, action === 'close' ? words.closed : null)
    await reload('first-day')
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
  readonly onReadMails: () => Promise<void>
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
        <DialogButton dialog={(close) => <MailPreviewsModal onClose={close} onRead={onReadMails} />}>
          {words.read}
        </DialogButton>
      ) : null}
    </li>
  )
}
