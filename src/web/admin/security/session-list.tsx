import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { Button } from '#web/admin/button.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { useRead } from '#web/admin/use-read.ts'
import { useReload } from '#web/admin/use-reload.ts'
import { useTell } from '#web/admin/use-tell.ts'
import { DateTime } from '#web/admin/date-time.tsx'
import { fill } from '#texts/format.ts'
import { browserName } from './browser-name.ts'
import { endOtherSessions, endSession, type Sessions } from './security-calls.ts'

type Session = Sessions['sessions'][number]

/** Lists the user's sessions; each can be ended. */
export function SessionList() {
  const { texts } = useAdmin()
  const words = texts.security
  const reload = useReload()
  const tell = useTell()
  const sessions = useRead<Sessions>(['sessions'], '/auth/sessions')
  const end = async (id: string | null) => {
    tell(await (id === null ? endOtherSessions() : endSession(id)), words.endFailed, words.ended)
    void reload('sessions')
  }
  const columns: readonly Column<Session>[] = [
    {
      label: words.browser,
      as: 'title',
      cell: ({ userAgent, current }) => (
        <>
          <bdi>{browserName(userAgent) ?? texts.shell.none}</bdi>{' '}
          {current ? <span className="badge badge-available">{words.thisOne}</span> : null}
        </>
      ),
    },
    { label: words.client, cell: ({ client }) => <bdi>{client ?? texts.shell.none}</bdi> },
    { label: words.since, cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      label: texts.keys.actions,
      as: 'bare',
      cell: ({ id, current, client }) =>
        current ? null : (
          <Button
            isSmall
            look="danger"
            aria-label={fill(words.endOf, { client: client ?? texts.shell.none })}
            onClick={() => end(id)}
          >
            {words.end}
          </Button>
        ),
    },
  ]
  const rows = sessions.data?.sessions ?? []
  return (
    <Card id="sessions-title" title={words.sessions} lead={words.sessionsLead}>
      <ReadState query={sessions} failed={words.sessionsFailed} lines={2} />
      {rows.length > 0 ? (
        <DataTable caption={words.sessions} columns={columns} rows={rows} keyOf={({ id }) => id} />
      ) : null}
      {rows.length > 1 ? (
        <div className="row">
          <Button onClick={() => end(null)}>{words.endOthers}</Button>
        </div>
      ) : null}
    </Card>
  )
}
