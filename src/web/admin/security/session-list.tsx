import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '#web/admin/admin-context.ts'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { fill } from '#texts/format.ts'
import { browserName } from './browser-name.ts'
import { endOtherSessions, endSession, readSessions, type Sessions } from './security-calls.ts'

type Session = Sessions['sessions'][number]

/** Lists the user's sessions; each can be ended. */
export function SessionList() {
  const { texts } = useAdmin()
  const words = texts.security
  const queries = useQueryClient()
  const showToast = useToast()
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: ({ signal }) => readSessions(signal) })
  const end = async (id: string | null) => {
    const outcome = await (id === null ? endOtherSessions() : endSession(id))
    if (outcome.kind === 'ok') showToast('good', words.ended)
    else showToast('bad', describeFailure(texts, outcome, words.endFailed))
    void queries.invalidateQueries({ queryKey: ['sessions'] })
  }
  const columns: readonly Column<Session>[] = [
    {
      id: 'browser',
      label: words.browser,
      isHeader: true,
      isBare: true,
      cell: ({ userAgent, current }) => (
        <>
          <bdi>{browserName(userAgent) ?? texts.shell.none}</bdi>{' '}
          {current ? <span className="badge badge-available">{words.thisOne}</span> : null}
        </>
      ),
    },
    { id: 'client', label: words.client, cell: ({ client }) => <bdi>{client ?? texts.shell.none}</bdi> },
    { id: 'since', label: words.since, cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      id: 'actions',
      label: texts.keys.actions,
      isBare: true,
      cell: ({ id, current, client }) =>
        current ? null : (
          <button
            type="button"
            className="act act-small act-danger"
            aria-label={fill(words.endOf, { client: client ?? texts.shell.none })}
            onClick={() => {
              void end(id)
            }}
          >
            {words.end}
          </button>
        ),
    },
  ]
  const rows = sessions.data?.sessions ?? []
  return (
    <section className="card stack" aria-labelledby="sessions-title">
      <h3 id="sessions-title">{words.sessions}</h3>
      <p className="lead">{words.sessionsLead}</p>
      {sessions.isPending ? <Skeleton lines={2} /> : null}
      {sessions.isError ? (
        <FailedNote text={words.sessionsFailed} error={sessions.error} onRetry={() => sessions.refetch()} />
      ) : null}
      {rows.length > 0 ? (
        <DataTable caption={words.sessions} columns={columns} rows={rows} keyOf={({ id }) => id} />
      ) : null}
      {rows.length > 1 ? (
        <div className="row">
          <button
            type="button"
            className="act"
            onClick={() => {
              void end(null)
            }}
          >
            {words.endOthers}
          </button>
        </div>
      ) : null}
    </section>
  )
}
