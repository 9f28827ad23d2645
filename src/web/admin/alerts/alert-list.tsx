import { useQueryClient } from '@tanstack/react-query'
import { alertPageOf, type AlertRow } from '#shared/alerts.ts'
import { describeAlert } from '#texts/describe-alert.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { Ago } from '#web/admin/ago.tsx'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { sendAlertClosing } from './alert-calls.ts'
import { useAlerts } from './use-alerts.ts'

/** Lists the open alerts; renders nothing if there are none. */
export function AlertList() {
  const words = useAdmin().texts.alerts
  const alerts = useAlerts()
  const may = useMay()
  if (alerts.isError)
    return <FailedNote text={words.failed} error={alerts.error} onRetry={() => alerts.refetch()} />
  const rows = alerts.data?.alerts ?? []
  if (rows.length === 0) return null
  const columns: readonly Column<AlertRow>[] = [
    {
      id: 'what',
      label: words.what,
      isHeader: true,
      isBare: true,
      cell: (alert) => <AlertCell alert={alert} />,
    },
    { id: 'since', label: words.since, cell: ({ raisedAt }) => <Ago at={raisedAt} /> },
    ...(may('orders.decide')
      ? [
          {
            id: 'close',
            label: words.close,
            isBare: true,
            cell: ({ id }: AlertRow) => <CloseButton id={id} />,
          },
        ]
      : []),
  ]
  return (
    <section className="card stack" aria-labelledby="alerts-title">
      <h2 id="alerts-title">{words.title}</h2>
      <p className="lead">{words.lead}</p>
      <DataTable
        caption={words.list}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        opensOf={({ kind, subject }) => alertPageOf(kind, subject)}
      />
    </section>
  )
}

function AlertCell({ alert: { kind, subject, facts } }: { readonly alert: AlertRow }) {
  const { texts, language, editionName } = useAdmin()
  const words = texts.alerts
  const alert = describeAlert({ kind, subject, facts }, { language, words, editionName })
  return (
    <>
      <a href={alert.page}>
        <strong>{alert.title}</strong>
      </a>
      <p className="lead">{alert.text}</p>
      <dl className="figures">
        {alert.facts.map(({ label, value, isExact }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{isExact ? <InlineCode>{value}</InlineCode> : value}</dd>
          </div>
        ))}
      </dl>
      <p className="lead">
        <strong>{words.next}</strong>
        <br />
        {alert.step}
      </p>
    </>
  )
}

function CloseButton({ id }: { readonly id: string }) {
  const { texts } = useAdmin()
  const queries = useQueryClient()
  const showToast = useToast()
  const close = async () => {
    const outcome = await sendAlertClosing(id)
    if (outcome.kind === 'ok') showToast('good', texts.alerts.closed)
    else showToast('bad', describeFailure(texts, outcome, texts.orders.actFailed))
    await Promise.all(['alerts', 'overview'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  }
  return (
    <button
      type="button"
      className="act act-small"
      onClick={() => {
        void close()
      }}
    >
      {texts.alerts.close}
    </button>
  )
}
