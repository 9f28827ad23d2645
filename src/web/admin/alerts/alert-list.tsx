import { alertPageOf, type AlertKind, type AlertRow } from '#shared/alerts.ts'
import { describeAlert } from '#texts/describe-alert.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Ago } from '#web/admin/ago.tsx'
import { Button } from '#web/admin/button.tsx'
import { callAdmin } from '#web/admin/call-admin.ts'
import { Card } from '#web/admin/card.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { Figures } from '#web/admin/figures.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useReload } from '#web/admin/use-reload.ts'
import { useTell } from '#web/admin/use-tell.ts'
import { ALERTS, useAlerts } from './use-alerts.ts'

/** What these tell of stands in a queue of its own: the orders in review, and the refunds. */
const QUEUED: ReadonlySet<AlertKind> = new Set(['order-review', 'refund-requested'])

/** Lists the open alerts but for those of the queues; renders nothing if there are none. */
export function AlertList() {
  const words = useAdmin().texts.alerts
  const alerts = useAlerts()
  const may = useMay()
  if (alerts.isError) return <FailedNote text={words.failed} query={alerts} />
  const rows = (alerts.data?.alerts ?? []).filter(({ kind }) => !QUEUED.has(kind))
  if (rows.length === 0) return null
  const columns: Column<AlertRow>[] = [
    { label: words.what, as: 'title', cell: (alert) => <AlertCell alert={alert} /> },
    { label: words.since, cell: ({ raisedAt }) => <Ago at={raisedAt} /> },
  ]
  if (may('orders.decide'))
    columns.push({ label: words.close, as: 'bare', cell: ({ id }) => <CloseButton id={id} /> })
  return (
    <Card id="alerts-title" title={words.title} lead={words.lead} level={2}>
      <DataTable
        caption={words.list}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        opensOf={({ kind, subject }) => alertPageOf(kind, subject)}
      />
    </Card>
  )
}

function AlertCell({ alert: { kind, subject, facts } }: { readonly alert: AlertRow }) {
  const { texts, language, editionName } = useAdmin()
  const words = texts.alerts
  const alert = describeAlert(
    { kind, subject, facts },
    { language, words, colon: texts.shell.colon, editionName },
  )
  return (
    <>
      <a href={alert.page}>
        <strong>{alert.title}</strong>
      </a>
      <p className="lead">{alert.text}</p>
      <Figures
        figures={alert.facts.map(({ label, value, isExact }) => [
          label,
          isExact ? <InlineCode key={label}>{value}</InlineCode> : value,
        ])}
      />
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
  const reload = useReload()
  const tell = useTell()
  const close = async () => {
    tell(await callAdmin('POST', `${ALERTS}/${id}/close`, {}), texts.orders.actFailed, texts.alerts.closed)
    await reload('alerts', 'overview')
  }
  return (
    <Button isSmall onClick={close}>
      {texts.alerts.close}
    </Button>
  )
}
