import { useQueryClient } from '@tanstack/react-query'
import { alertSubjectOf, type AlertRow } from '#shared/alerts.ts'
import { INVOICE_FILE_ID_CHARS } from '#shared/constants.ts'
import { fill, formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash } from '#web/admin/admin-location.ts'
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
  const { texts, language } = useAdmin()
  const words = texts.alerts
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
      cell: ({ kind, stock }) => (
        <>
          <strong>{words.kinds[kind].title}</strong>
          <p className="lead">{words.kinds[kind].text}</p>
          {stock === null ? null : (
            <p className="lead">
              {fill(words.stockLasts, {
                free: formatCount(language, stock.free),
                days: formatCount(language, stock.daysLeft),
              })}
            </p>
          )}
        </>
      ),
    },
    { id: 'about', label: words.about, cell: (alert) => <AlertSubjectCell alert={alert} /> },
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
        opensOf={({ kind, subject }) =>
          alertSubjectOf(kind) === 'order' ? locationHash({ tab: 'exceptions', rest: [subject] }) : null
        }
      />
    </section>
  )
}

function AlertSubjectCell({ alert: { kind, subject } }: { readonly alert: AlertRow }) {
  const words = useAdmin().texts.alerts
  const about = alertSubjectOf(kind)
  if (about === 'shop') return <>{words.shop}</>
  if (about !== 'order') return <InlineCode>{subject}</InlineCode>
  return (
    <a href={locationHash({ tab: 'exceptions', rest: [subject] })}>
      <InlineCode>{subject.slice(0, INVOICE_FILE_ID_CHARS)}</InlineCode>
    </a>
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
